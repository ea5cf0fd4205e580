import { createHmac, randomBytes } from 'node:crypto'
import { v5 } from 'uuid'
import { expect, test } from 'vitest'
import { hmacSha256 } from './hmac.ts'
import { uuidV5 } from './uuid-v5.ts'

test.each([0, 1, 32, 63, 64])('a key of %i bytes gives what every HMAC-SHA256 gives', (length) => {
  const key = randomBytes(length)
  for (const message of ['', 'a', 'Zoë\nprogram\n2027-01-01\n0', 'x'.repeat(1000)])
    expect(hmacSha256(key)(message).toString('hex')).toBe(createHmac('sha256', key).update(message).digest('hex'))
})

test('a key longer than a block is refused', () => expect(() => hmacSha256(randomBytes(65))).toThrow(RangeError))

test('a uuid of a name is what every uuid v5 is', () => {
  for (const name of ['', 'bill-x/0/cause', 'Zoë', 'x'.repeat(500)]) expect(uuidV5(name)).toBe(v5(name, v5.URL))
})
