import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grown } from '../../scripts/testing/packs.ts'
import { leafHash } from './leaf.ts'
import {
  consistencyRanges,
  fullSubtrees,
  growingTree,
  type Hash,
  hashLeaf,
  inclusionRanges,
  isConsistent,
  isIncluded,
  type Range,
} from './merkle-tree.ts'

const bytes = (hex: string) => Buffer.from(hex, 'hex')
const hex = (hash: Hash) => Buffer.from(hash).toString('hex')
const sha = (...parts: readonly Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** The recursive definition in RFC 9162, 2.1.1, computed with node's SHA-256. */
const MTH = (leaves: readonly Hash[]): Hash => {
  if (leaves.length === 0) return sha()
  if (leaves.length === 1) return leaves[0] as Hash
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return sha(bytes('01'), MTH(leaves.slice(0, k)), MTH(leaves.slice(k)))
}

const proofOf = (ranges: readonly Range[], leaves: readonly Hash[]): Hash[] => ranges.map(([from, to]) => grown(leaves.slice(from, to)).root())

// The leaves of the reference tree in Certificate Transparency's merkle_tree_test.
const REFERENCE = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map((text) =>
  hashLeaf(bytes(text)),
)
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

test("has the roots of Certificate Transparency's reference tree", () => {
  expect(ROOTS.map((_, size) => hex(grown(REFERENCE.slice(0, size)).root()))).toEqual(ROOTS)
})

test.each([
  [0, 1, []],
  [
    0,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    5,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
  [
    1,
    5,
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
])('proves that leaf %i of the reference tree is among its first %i leaves', (index, size, proof) => {
  expect(proofOf(inclusionRanges(index, [0, size]), REFERENCE).map(hex)).toEqual(proof)
})

test.each([
  [1, 1, []],
  [
    1,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    6,
    8,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [2, 5, ['5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e', 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b']],
])('proves that the first %i leaves of the reference tree begin its first %i leaves', (first, second, proof) => {
  expect(proofOf(consistencyRanges(first, second), REFERENCE).map(hex)).toEqual(proof)
})

test('random trees have the roots of the definition, and their proofs verify nothing else', () => {
  const sizes = fc.integer({ min: 1, max: 200 })
  fc.assert(
    fc.property(sizes, sizes, fc.nat(), fc.nat(), fc.nat(), (a, b, pick, at, bit) => {
      const [first, second] = a <= b ? [a, b] : [b, a]
      const leaves = Array.from({ length: second }, (_, i) => sha(Buffer.from(`${bit} ${i}`)))
      const index = pick % second
      const [firstRoot, root] = [MTH(leaves.slice(0, first)), MTH(leaves)]
      expect(hex(grown(leaves).root())).toBe(hex(root))

      expect(proofOf(fullSubtrees(second), leaves)).toEqual(grown(leaves).frontier())
      const later = growingTree(first, grown(leaves.slice(0, first)).frontier())
      for (const leaf of leaves.slice(first)) later.append(leaf)
      expect(hex(later.root())).toBe(hex(root))

      const flipped = (hashes: readonly Hash[]): Hash[] =>
        hashes.map((hash, i) => (i === at % hashes.length ? Uint8Array.from(hash, (byte, j) => (j === bit % 32 ? byte ^ 1 : byte)) : hash))

      const inclusion = proofOf(inclusionRanges(index, [0, second]), leaves)
      const leaf = leaves[index] as Hash
      expect(isIncluded(leaf, index, second, root, inclusion)).toBe(true)
      expect(isIncluded(leaf, index, second, firstRoot, inclusion)).toBe(first === second)
      expect(isIncluded(leaf, index, second, root, [...inclusion, leaf])).toBe(false)
      if (second > 1) {
        expect(isIncluded(leaf, (index + 1) % second, second, root, inclusion)).toBe(false)
        expect(isIncluded(leaf, index, second, root, flipped(inclusion))).toBe(false)
        expect(isIncluded(leaf, index, second, root, inclusion.slice(1))).toBe(false)
      }

      const consistency = proofOf(consistencyRanges(first, second), leaves)
      expect(isConsistent(first, firstRoot, second, root, consistency)).toBe(true)
      expect(isConsistent(first, firstRoot, second, root, [...consistency, leaf])).toBe(false)
      if (first < second) {
        expect(isConsistent(first, root, second, root, consistency)).toBe(false)
        expect(isConsistent(first, firstRoot, second, firstRoot, consistency)).toBe(false)
        expect(isConsistent(first, firstRoot, second, root, flipped(consistency))).toBe(false)
        expect(isConsistent(first, firstRoot, second, root, [])).toBe(false)
        expect(isConsistent(second, root, first, firstRoot, consistency)).toBe(false)
      }
    }),
    { numRuns: 300 },
  )
})

test('a million leaves need a frontier of only a few hashes, and a leaf can be proved to be in the tree', () => {
  const tree = growingTree()
  const leaf = hashLeaf(bytes('00'))
  for (let i = 0; i < 1_000_000; i += 1) tree.append(leaf)
  expect(tree.frontier().length).toBe(7)
  expect(hex(leafHash('{"é":1}'))).toBe(hex(hashLeaf(Buffer.from('{"é":1}'))))
})
