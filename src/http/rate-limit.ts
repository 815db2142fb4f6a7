/**
 * How much one client may ask, where the deployment binds a rate limiter of Workers: its numbers are the binding's, and
 * it counts in each place of Cloudflare's network by itself.
 *
 * The key is the client's network, /24 or /56: within one, addresses are changed at will, and the limiter need not know
 * them. A limiter that fails limits nobody: it protects from load, and must not be a load itself.
 */
import { networkToText } from "../dns/address-text.ts";
import { logError, textOf } from "../store/log.ts";
import { connectingSubnet } from "./client.ts";
import { READABLE_BY_ALL } from "./cors.ts";

/** The shorter of the two periods that a binding can have: it is not told which it has. */
const RETRY_AFTER_SECONDS = 10;

/** Counts a request; tells whether it may be answered. */
export async function isWithinLimit(request: Request, limiter: RateLimit): Promise<boolean> {
  const subnet = connectingSubnet(request.headers.get("CF-Connecting-IP"));
  const key = subnet === null ? "unknown" : networkToText(subnet.address, subnet.prefixLength);
  try {
    return (await limiter.limit({ key })).success;
  } catch (error) {
    logError("rate-limiter-failed", { error: textOf(error) });
    return true;
  }
}

/** The answer to a request beyond the limit (RFC 6585 4). */
export function tooMany(): Response {
  return new Response("Too many queries from your network; wait a little.\n", {
    status: 429,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "Retry-After": String(RETRY_AFTER_SECONDS),
      ...READABLE_BY_ALL,
    },
  });
}
