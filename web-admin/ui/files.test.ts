import { expect, test } from 'vitest'
import { sizeWords } from './files.ts'

test.each([
  [0, '0 bytes'],
  [1_023, '1023 bytes'],
  [1_024, '1.0 KB'],
  [12_300, '12 KB'],
  [5_400_000, '5.1 MB'],
  [250 * 1_024 ** 3, '250 GB'],
  [3 * 1_024 ** 5, '3072 TB'],
])('%i bytes are %s', (bytes, words) => expect(sizeWords(bytes)).toBe(words))
