/** Soft sounds, made here: nothing is loaded. A browser plays none before one has touched the page. */

export type Sound = "card" | "turn" | "end";

interface Tone {
  pitch: number; // hertz
  at: number; // seconds
  lasts: number;
  loud: number;
  shape: OscillatorType;
}

const tone = (pitch: number, at: number, lasts: number, loud: number, shape: OscillatorType = "sine"): Tone => ({ pitch, at, lasts, loud, shape });
const TONES: Record<Sound, Tone[]> = {
  card: [tone(190, 0, 0.07, 0.05, "triangle"), tone(320, 0.015, 0.05, 0.025)],
  turn: [tone(523.25, 0, 0.5, 0.07), tone(783.99, 0.14, 0.7, 0.06)],
  end: [tone(261.63, 0, 1.2, 0.06), tone(392, 0.12, 1.2, 0.05), tone(523.25, 0.24, 1.4, 0.05)],
};

let context: AudioContext | null = null;

export function sound(name: Sound): void {
  if (typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const now = context.currentTime;
  for (const { pitch, at, lasts, loud, shape } of TONES[name]) {
    const voice = new OscillatorNode(context, { type: shape, frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.linearRampToValueAtTime(loud, now + at + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + at + lasts);
    voice.connect(volume).connect(context.destination);
    voice.start(now + at);
    voice.stop(now + at + lasts + 0.05);
  }
}
