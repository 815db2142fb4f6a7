/**
 * A raw connection to a target, guarded and always ended.
 *
 * Special-purpose addresses are refused before connecting where the target is an address, and after it, before a
 * single octet is sent, where a name led there. The platform refuses most of them itself; its local runtime none.
 */
import type { Deadline } from "./deadline.ts";
import { isAddress, isSpecialPurpose } from "./private.ts";

/** `connect` of `cloudflare:sockets`. */
export type Connect = (address: SocketAddress, options: SocketOptions) => Socket;

export interface SocketTools {
  readonly connect: Connect;
  readonly allowPrivate: boolean;
}

/** Connects, lets `use` talk, and ends the connection whatever happens. Rejects where no connection comes about. */
export async function withSocket<T>(
  target: { readonly hostname: string; readonly port: number },
  tools: SocketTools,
  deadline: Deadline,
  use: (socket: Socket) => Promise<T>,
): Promise<T> {
  const { hostname, port } = target;
  if (!tools.allowPrivate && isAddress(hostname) && isSpecialPurpose(hostname)) throw new ForbiddenTarget(hostname);
  const bracketed = hostname.includes(":") ? `[${hostname}]` : hostname;
  const socket = tools.connect({ hostname: bracketed, port }, { secureTransport: "off", allowHalfOpen: false });
  // Both promises reject when the connection fails; `opened` is the one that is waited for.
  socket.closed.catch(() => undefined);
  try {
    const { remoteAddress } = await deadline.race(socket.opened);
    if (!tools.allowPrivate && remoteAddress !== undefined && isSpecialPurpose(hostOf(remoteAddress))) {
      throw new ForbiddenTarget(remoteAddress);
    }
    return await use(socket);
  } finally {
    socket.close().catch(() => undefined);
  }
}

class ForbiddenTarget extends Error {
  constructor(address: string) {
    super(`${address} lies in a special-purpose range`);
  }
}

/** Takes the address out of `192.0.2.1:80`, `[2001:db8::1]:80` or a bare literal. */
function hostOf(remoteAddress: string): string {
  if (isAddress(remoteAddress)) return remoteAddress;
  return remoteAddress.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
}
