/** The faces of bots, found by their names; one that is not drawn is known by its seat's sign alone. */
const FACES = import.meta.glob<string>("../art/faces/*.svg", { eager: true, import: "default" });

export function faceOf(face: string | undefined): string {
  return (face && FACES[`../art/faces/${face}.svg`]) || "";
}
