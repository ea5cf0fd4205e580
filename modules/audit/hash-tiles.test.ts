import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { withDatabase } from '../../scripts/testing/database.ts'
import { grown } from '../../scripts/testing/packs.ts'
import { seeded } from '../app/demo/seeded.ts'
import { NetworkId } from '../kernel/ids.ts'
import { hashTiles } from './hash-tiles.ts'
import { consistencyRanges, fullSubtrees, type Hash, inclusionRanges, type Range } from './merkle-tree.ts'

const { pool: client } = withDatabase(1)

const leaves = Array.from({ length: 66_000 }, (_, i) => createHash('sha256').update(String(i)).digest())
const hex = (hashes: readonly Hash[]) => hashes.map((hash) => Buffer.from(hash).toString('hex'))
const rootsIn = (ranges: readonly Range[]) => ranges.map(([from, to]) => grown(leaves.slice(from, to)).root())

test('a tree that grows in pieces of any size has the right roots, through three levels of tiles', async () => {
  const random = seeded(7)
  const network = NetworkId.parse(randomUUID())
  expect(await hashTiles(client, network).size()).toBe(0)
  for (let at = 0; at < leaves.length; ) {
    // Each piece is stored by a new writer, some pieces by two.
    const some = leaves.slice(at, at + 1 + Math.floor(random() * (random() < 0.5 ? 300 : 9_000)))
    const tiles = hashTiles(client, network)
    expect(await tiles.size()).toBe(at)
    await tiles.append(at, some)
    // The second writer has read less of the log.
    if (random() < 0.5) await hashTiles(client, network).append(at, some.slice(0, 1 + Math.floor(random() * some.length)))
    at += some.length
  }
  const { size, rootsOf } = hashTiles(client, network)
  expect(await size()).toBe(leaves.length)
  for (const [earlier, later] of [
    [0, 1],
    [255, 257],
    [300, 65_536],
    [65_535, 66_000],
  ] as const) {
    const ranges: Range[] = [
      [0, earlier],
      [0, later],
      ...consistencyRanges(earlier, later),
      ...inclusionRanges(earlier, [0, later]),
      ...fullSubtrees(later),
    ]
    expect(hex(await rootsOf(ranges))).toEqual(hex(rootsIn(ranges)))
  }
  await expect(rootsOf([[0, leaves.length + 1]])).rejects.toThrow('has no hash 66000 at level 0')
  await expect(hashTiles(client, NetworkId.parse(randomUUID())).rootsOf([[0, 1]])).rejects.toThrow('has no tile 0 at level 0')
})
