// A client written from docs/protocol.md alone, without packages: it sits down with bots, plays a
// whole game with random legal moves, follows it by its events, and ends at the view of the server.
// node client.js http://127.0.0.1:8000 SEED
"use strict";
const assert = require("node:assert");
const { createHash, randomBytes } = require("node:crypto");
const http = require("node:http");

const address = new URL(process.argv[2]);
let luck = Number(process.argv[3] || 1);

function below(n) {
  luck = (luck * 1103515245 + 12345) % 2147483648;
  return Math.floor((luck / 2147483648) * n);
}

async function api(method, path, body) {
  const answer = await fetch(new URL(path, address), {
    method,
    headers: { "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  });
  const data = await answer.json();
  assert(answer.ok, `${path}: ${JSON.stringify(data)}`);
  return data;
}

/** A WebSocket by RFC 6455, as far as this protocol needs it. */
class Socket {
  constructor(onMessage) {
    this.onMessage = onMessage;
    this.data = Buffer.alloc(0);
    this.parts = [];
  }

  open() {
    const key = randomBytes(16).toString("base64");
    const request = http.request({
      host: address.hostname,
      port: address.port,
      path: "/ws",
      headers: {
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": 13,
        "Sec-WebSocket-Key": key,
      },
    });
    return new Promise((resolve, reject) => {
      request.on("error", reject);
      request.on("upgrade", (response, stream, head) => {
        const magic = `${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
        const expected = createHash("sha1").update(magic).digest("base64");
        assert.equal(response.headers["sec-websocket-accept"], expected);
        this.stream = stream;
        stream.on("data", (data) => this.receive(data));
        stream.on("error", reject);
        if (head.length) this.receive(head);
        resolve();
      });
      request.end();
    });
  }

  receive(data) {
    this.data = Buffer.concat([this.data, data]);
    for (;;) {
      if (this.data.length < 2) return;
      let length = this.data[1] & 127;
      let start = 2;
      if (length === 126) {
        if (this.data.length < 4) return;
        length = this.data.readUInt16BE(2);
        start = 4;
      } else if (length === 127) {
        if (this.data.length < 10) return;
        length = Number(this.data.readBigUInt64BE(2));
        start = 10;
      }
      if (this.data.length < start + length) return;
      const payload = this.data.subarray(start, start + length);
      const [opcode, last] = [this.data[0] & 15, this.data[0] & 128];
      this.data = this.data.subarray(start + length);
      if (opcode === 9) this.write(10, payload);
      else if (opcode === 8) throw new Error(`closed with ${payload.readUInt16BE(0)}`);
      else if (opcode <= 1) {
        this.parts.push(payload);
        if (last) this.onMessage(JSON.parse(Buffer.concat(this.parts.splice(0)).toString()));
      }
    }
  }

  write(opcode, payload) {
    const mask = randomBytes(4);
    const length = payload.length;
    const head = length < 126 ? Buffer.from([128 | opcode, 128 | length]) : Buffer.alloc(4);
    if (length >= 126) {
      head[0] = 128 | opcode;
      head[1] = 128 | 126;
      head.writeUInt16BE(length, 2);
    }
    this.stream.write(Buffer.concat([head, mask, payload.map((byte, i) => byte ^ mask[i % 4])]));
  }

  send(message) {
    this.write(1, Buffer.from(JSON.stringify(message)));
  }
}

/** "Following along": bring a view up to date with what a message or a frame tells. */
function step(view, told, ordered) {
  for (const event of told.events) follow(view, event, ordered);
  view.asks = told.asks;
  view.sealed = told.sealed || {};
  for (const [key, value] of Object.entries(told.outlook || {})) {
    if (value === null) delete view.outlook[key];
    else view.outlook[key] = value;
  }
}

/** One event of it. */
function follow(view, event, ordered) {
  if ("from" in event) {
    const { from, to, cards } = event;
    const { places } = view;
    if (typeof places[from] === "number") places[from] -= cards.length;
    else places[from] = places[from].filter((card) => !cards.includes(card));
    if (typeof places[to] === "number") places[to] += cards.length;
    else {
      places[to] = event.under ? [...cards, ...places[to]] : [...places[to], ...cards];
      if (!ordered.includes(to)) places[to].sort((a, b) => a - b);
    }
  }
  if ("number" in event) view.numbers[event.number] = event.value || 0;
}

/** "Sentences": the line of the log for an event, or nothing. */
function sentence(event, text, cards, names) {
  const named = (card) => {
    if (card === -1) return text.table["hidden-card"];
    return (text.names && text.names[cards[card].name]) || cards[card].name;
  };
  const shown = event.cards || [];
  const keys = shown.includes(-1) ? [`${event.kind}.hidden`] : [];
  keys.push(`${event.kind}.${event.value || 0}`, `${event.kind}.${event.rule}`, event.kind);
  const key = keys.find((one) => one in text.events);
  const set = event.number === undefined ? null : [Number(event.number.split(".")[1] || 0), event.value || 0];
  const about = set || event.about || [];
  const row = shown.map(named);
  const last = row.pop();
  const joined = row.length ? row.join(text.table.comma) + text.table.and + last : last || "";
  return ((key && text.events[key]) || "").replace(/\{([a-z]+)(\d*)\}/g, (field, word, index) => {
    if (index) {
      if (!(index in about)) return "";
      if (word === "card") return named(about[index]);
      if (word === "seat") return names[about[index]];
      return word === "n" ? about[index] : text[word][about[index]];
    }
    const words = { cards: joined, count: shown.length, value: event.value || 0 };
    if (word === "seat") return "seat" in event ? names[event.seat] : "";
    return word in words ? words[word] : field;
  });
}

async function main() {
  const { games, bot } = await api("GET", "/api/games");
  const game = games[0];
  const text = await api("GET", `/api/games/${game.name}/text/en`);
  const seats = [{ kind: "person", name: "Node" }, { kind: "bot", bot }, { kind: "bot", bot: "random" }];
  const made = await api("POST", "/api/tables", { game: game.name, seats });
  const box = await api("GET", `/api/tables/${made.table}/cards?token=${made.seats[0].token}`);
  const log = [];
  let [view, position, answered, isPending] = [null, -1, 0, false];

  await new Promise((resolve, reject) => {
    const socket = new Socket((message) => {
      try {
        if (hear(message)) resolve();
      } catch (error) {
        reject(error);
      }
    });

    function hear(message) {
      if (message.id === answered) isPending = false;
      if (message.type === "table") {
        assert.equal(message.commitment, made.commitment);
        ({ view, position } = message);
        log.push(...message.log.flat());
      } else if (message.type === "moved") {
        assert.equal(message.position, position + 1, "a position is missing");
        step(view, message, box.ordered);
        ({ position } = message);
        log.push(...message.events);
        if (message.over) return finish(message.over);
      } else if (message.type === "why") {
        assert(!message.legal && message.sentence && message.rule, "a refusal has its rule");
        return false;
      } else {
        assert.notEqual(message.type, "error", JSON.stringify(message));
        return false;
      }
      if (message.moves.length && !isPending) {
        const move = message.moves[below(message.moves.length)];
        if (answered === 0) socket.send({ type: "why", id: 999, move: "juggle 1 2 3" });
        answered += 1;
        isPending = true;
        socket.send({ type: "move", id: answered, position, branch: message.branch, move });
      }
      return false;
    }

    function finish(over) {
      const hash = createHash("sha256").update(over.header, "utf8").digest("hex");
      assert.equal(hash, made.commitment, "the seed is not the one that was promised");
      assert.equal(JSON.parse(over.header).seed, over.seed);
      assert(text.standings[over.reason] && text.rules[over.rule]);
      socket.stream.end();
      return true;
    }

    socket.open().then(
      () => socket.send({ type: "join", table: made.table, token: made.seats[0].token }),
      reject,
    );
  });

  const names = ["Node", "Second", "Third"];
  const lines = log.map((event) => sentence(event, text, box.cards, names)).filter(Boolean);
  assert(lines.every((line) => !/[{}]|undefined/.test(line)), "a field was not filled");
  const replay = await api("GET", `/api/tables/${made.table}/frames?eyes=0&token=${made.seats[0].token}`);
  assert.deepEqual(replay.frames.flatMap((frame) => frame.events), log);
  const [dealt, ...later] = replay.frames;
  for (const frame of later) step(dealt.view, frame, replay.ordered);
  assert.deepEqual(dealt.view, view);
  const whole = await api("GET", `/api/tables/${made.table}/frames?eyes=0&views=true&token=${made.seats[0].token}`);
  assert.deepEqual(whole.frames.at(-1).view, view);
  console.log(JSON.stringify({ position, answered, lines: lines.length, last: lines.at(-1) }));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
