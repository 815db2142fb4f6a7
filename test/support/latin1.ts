/** Text as octets, one a letter, both ways. */
export const octetsOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0));
export const latin1Of = (octets: Uint8Array): string => String.fromCharCode(...octets);
