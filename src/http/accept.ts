/** What a client says that it can read (RFC 9110 12.5.1), as far as the doors for queries tell answers apart by it. */

/** Tells whether a media type is accepted by its full name: a range such as any type is no wish for this one. */
export function isAccepted(accept: string | null, mediaType: string): boolean {
  if (accept === null) return false;
  return accept.split(",").some((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    return type === mediaType && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
