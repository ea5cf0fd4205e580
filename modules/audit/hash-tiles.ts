import type pg from 'pg'
import type { NetworkId } from '../kernel/ids.ts'
import { EMPTY_ROOT, growingTree, type Hash, hashNode, type Range, splitOf } from './merkle-tree.ts'

/** Number of hashes in a tile. */
const WIDTH = 256
const HASH = 32

/** The level whose hashes each cover this many leaves; null if there is no such level. */
const levelOf = (leaves: number): number | null => {
  let [level, rest] = [0, leaves]
  for (; rest > 1 && rest % WIDTH === 0; rest /= WIDTH) level += 1
  return rest === 1 ? level : null
}

const rootOfTile = (hashes: Buffer): Hash => {
  const tree = growingTree()
  for (let at = 0; at < hashes.length; at += HASH) tree.append(hashes.subarray(at, at + HASH))
  return tree.root()
}

/**
 * The stored hashes of a network's tree (001-heads.sql). Any root or proof needs only a few tiles instead of the whole
 * record.
 */
export const hashTiles = (client: Pick<pg.ClientBase, 'query'>, network: NetworkId) => {
  const known = new Map<string, Buffer>()

  const tileAt = async (level: number, n: number): Promise<Buffer> => {
    const key = `${level} ${n}`
    const tile =
      known.get(key) ??
      (await client.query<{ hashes: Buffer }>('select hashes from audit_tiles where network_id = $1 and level = $2 and n = $3', [network, level, n]))
        .rows[0]?.hashes
    if (!tile) throw new RangeError(`The tree of network ${network} has no tile ${n} at level ${level}.`)
    known.set(key, tile)
    return tile
  }

  const hashAt = async (level: number, n: number): Promise<Hash> => {
    const tile = await tileAt(level, Math.floor(n / WIDTH))
    const at = (n % WIDTH) * HASH
    if (at >= tile.length) throw new RangeError(`The tree of network ${network} has no hash ${n} at level ${level}.`)
    return tile.subarray(at, at + HASH)
  }

  /**
   * Stores hashes in a level, after its first `count` hashes. Stores the roots of the tiles that are now full in the
   * level above.
   */
  const put = async (level: number, count: number, hashes: readonly Hash[]): Promise<void> => {
    if (hashes.length === 0) return
    const first = Math.floor(count / WIDTH)
    const before = (count % WIDTH) * HASH
    // Keeps only the first `count` hashes: another writer may have stored more since.
    const begun = before === 0 ? [] : [(await tileAt(level, first)).subarray(0, before)]
    const all = Buffer.concat([...begun, ...hashes])
    const tiles: Buffer[] = []
    for (let at = 0; at < all.length; at += WIDTH * HASH) tiles.push(all.subarray(at, at + WIDTH * HASH))
    // If two writers store the same tile, the longer tile is kept: both writers have read the same log, one of them
    // further.
    await client.query(
      `insert into audit_tiles as t (network_id, level, n, hashes)
       select $1, $2, $3 + i - 1, hashes from unnest($4::bytea[]) with ordinality as tile (hashes, i)
       on conflict (network_id, level, n) do update set hashes = excluded.hashes where length(t.hashes) < length(excluded.hashes)`,
      [network, level, first, tiles],
    )
    for (const [i, tile] of tiles.entries()) known.set(`${level} ${first + i}`, tile)
    const full = tiles.filter((tile) => tile.length === WIDTH * HASH)
    await put(level + 1, first, full.map(rootOfTile))
  }

  const rootOf = async ([from, to]: Range): Promise<Hash> => {
    const leaves = to - from
    if (leaves === 0) return EMPTY_ROOT
    const level = levelOf(leaves)
    if (level !== null) return hashAt(level, from / leaves)
    const middle = from + splitOf(leaves)
    return hashNode(await rootOf([from, middle]), await rootOf([middle, to]))
  }

  return {
    size: async (): Promise<number> => {
      const { rows } = await client.query<{ size: number }>(
        `select n * ${WIDTH} + length(hashes) / ${HASH} as size from audit_tiles where network_id = $1 and level = 0 order by n desc limit 1`,
        [network],
      )
      return rows[0]?.size ?? 0
    },
    /** Stores leaves after the first `size` ones. */
    append: async (size: number, leaves: readonly Hash[]): Promise<void> => {
      await client.query('begin')
      try {
        await put(0, size, leaves)
        await client.query('commit')
      } catch (error) {
        await client.query('rollback').catch(() => {})
        throw error
      }
      // Later leaves need only the tiles that are not full yet.
      for (const [key, tile] of known) if (tile.length === WIDTH * HASH) known.delete(key)
    },
    /**
     * The roots of subtrees as RFC 9162 defines them: each starts at a multiple of a power of two, or ends at the last
     * leaf.
     */
    rootsOf: async (ranges: readonly Range[]): Promise<Hash[]> => {
      const roots: Hash[] = []
      for (const range of ranges) roots.push(await rootOf(range))
      return roots
    },
  }
}
