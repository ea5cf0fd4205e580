/** A UUID, also on plain http, where crypto.randomUUID lacks. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, i) => (i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte))
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const keyOf = (programId: string) => `vestry.upload.${programId}`

/** The upload that this tab has under way in a program, so that it is found again after a reload. */
export const recall = (programId: string): string | null => {
  try {
    return sessionStorage.getItem(keyOf(programId))
  } catch {
    return null
  }
}

export const remember = (programId: string, id: string): void => {
  try {
    sessionStorage.setItem(keyOf(programId), id)
  } catch {
    // A browser that keeps nothing shows the progress until it is reloaded.
  }
}

export const forget = (programId: string): void => {
  try {
    sessionStorage.removeItem(keyOf(programId))
  } catch {
    // Nothing was kept.
  }
}
