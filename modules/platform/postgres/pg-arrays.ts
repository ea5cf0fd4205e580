const BYTEA = 17
const INT4 = 23
const TEXT = 25
const UUID = 2950
const HEADER = 20

const header = (length: number, type: number, bytes: number): Buffer => {
  const buffer = Buffer.allocUnsafe(HEADER + bytes)
  buffer.writeInt32BE(1, 0)
  buffer.writeInt32BE(0, 4)
  buffer.writeInt32BE(type, 8)
  buffer.writeInt32BE(length, 12)
  buffer.writeInt32BE(1, 16)
  return buffer
}

/** A text[] in Postgres' binary form: nothing is quoted on this side or parsed on the other. */
export const textArray = (values: readonly string[]): Buffer => {
  const sizes = values.map((value) => Buffer.byteLength(value))
  const buffer = header(
    values.length,
    TEXT,
    sizes.reduce((sum, size) => sum + size + 4, 0),
  )
  let at = HEADER
  for (const [index, value] of values.entries()) {
    at = buffer.writeInt32BE(sizes[index] ?? 0, at)
    at += buffer.write(value, at)
  }
  return buffer
}

export const intArray = (values: readonly number[]): Buffer => {
  const buffer = header(values.length, INT4, values.length * 8)
  let at = HEADER
  for (const value of values) at = buffer.writeInt32BE(value, buffer.writeInt32BE(4, at))
  return buffer
}

export const uuidArray = (values: readonly string[]): Buffer => {
  const buffer = header(values.length, UUID, values.length * 20)
  let at = HEADER
  for (const value of values) {
    at = buffer.writeInt32BE(16, at)
    at += buffer.write(value.replaceAll('-', ''), at, 'hex')
  }
  return buffer
}

export const byteaArray = (values: readonly Buffer[]): Buffer => {
  const buffer = header(
    values.length,
    BYTEA,
    values.reduce((sum, { length }) => sum + length + 4, 0),
  )
  let at = HEADER
  for (const value of values) {
    at = buffer.writeInt32BE(value.length, at)
    at += value.copy(buffer, at)
  }
  return buffer
}
