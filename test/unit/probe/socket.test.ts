/** Raw connections against a scripted one: what is refused, what is sent, and that each one is ended. */
import { expect, test, vi } from "vitest";
import { beginDeadline, TimeIsUp } from "../../../src/probe/deadline.ts";
import { type Connect, withSocket } from "../../../src/probe/socket.ts";

/** Plays a socket, and keeps what was asked of it. */
function playSocket(opened: Promise<SocketInfo>) {
  const calls: string[] = [];
  const socket: Socket = {
    opened,
    get closed() {
      return Promise.reject(new Error("closed with an error, as it happens"));
    },
    readable: new ReadableStream(),
    writable: new WritableStream(),
    upgraded: false,
    secureTransport: "off",
    startTls: () => socket,
    close: async () => {
      calls.push("close");
    },
  };
  const connect: Connect = ({ hostname, port }) => {
    calls.push(`connect ${hostname} ${port}`);
    return socket;
  };
  return { connect, calls };
}

interface Row {
  readonly name: string;
  readonly hostname: string;
  readonly remoteAddress?: string;
  readonly allowPrivate?: boolean;
  readonly calls: readonly string[];
}

const rows: readonly Row[] = [
  { name: "an address is used and left", hostname: "192.0.2.1", calls: ["connect 192.0.2.1 80", "use", "close"] },
  { name: "IPv6 goes into brackets", hostname: "2001:db8::1", calls: ["connect [2001:db8::1] 80", "use", "close"] },
  { name: "a private address is never connected to", hostname: "10.0.0.1", calls: [] },
  {
    name: "a private address is, where that is allowed",
    hostname: "10.0.0.1",
    allowPrivate: true,
    calls: ["connect 10.0.0.1 80", "use", "close"],
  },
  {
    name: "a name that leads to a private address is left before anything is said",
    hostname: "www.example.com",
    remoteAddress: "169.254.169.254:80",
    calls: ["connect www.example.com 80", "close"],
  },
  {
    name: "and one that leads to a private IPv6 address",
    hostname: "www.example.com",
    remoteAddress: "[fe80::1]:80",
    calls: ["connect www.example.com 80", "close"],
  },
  {
    name: "a name that leads to a public address is used",
    hostname: "www.example.com",
    remoteAddress: "[2001:db8::1]:80",
    calls: ["connect www.example.com 80", "use", "close"],
  },
];

test.each(rows)("$name", async ({ hostname, remoteAddress, allowPrivate = false, calls }) => {
  const played = playSocket(Promise.resolve(remoteAddress === undefined ? {} : { remoteAddress }));
  const deadline = beginDeadline(1);
  const done = withSocket({ hostname, port: 80 }, { connect: played.connect, allowPrivate }, deadline, async () => {
    played.calls.push("use");
  });
  await done.catch(() => undefined);
  deadline.end();
  expect(played.calls).toEqual(calls);
});

test("a connection that fails is ended too", async () => {
  const { connect, calls } = playSocket(Promise.reject(new Error("refused")));
  const deadline = beginDeadline(1);
  const tools = { connect, allowPrivate: false };
  const attempt = withSocket({ hostname: "192.0.2.1", port: 80 }, tools, deadline, async () => 1);
  await expect(attempt).rejects.toThrow("refused");
  deadline.end();
  expect(calls).toEqual(["connect 192.0.2.1 80", "close"]);
});

test("a connection that never comes about is ended when the time is up", async () => {
  vi.useFakeTimers();
  const { connect, calls } = playSocket(new Promise(() => undefined));
  const tools = { connect, allowPrivate: false };
  const attempt = withSocket({ hostname: "192.0.2.1", port: 80 }, tools, beginDeadline(4), async () => 1);
  const refused = expect(attempt).rejects.toBeInstanceOf(TimeIsUp);
  await vi.advanceTimersByTimeAsync(3999);
  expect(calls).toEqual(["connect 192.0.2.1 80"]);
  await vi.advanceTimersByTimeAsync(1);
  await refused;
  expect(calls).toEqual(["connect 192.0.2.1 80", "close"]);
  vi.useRealTimers();
});
