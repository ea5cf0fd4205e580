const utf8 = new TextEncoder()

export const bytesOf = (text: string): Uint8Array => utf8.encode(text)

/** Base64 (RFC 4648, section 4) with its padding, in node and in browsers. */
export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** Null for a text that is not the base64 of any bytes. */
export const fromBase64 = (text: string): Uint8Array | null => {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  return toBase64(bytes) === text ? bytes : null
}
