import { sha256 } from '@noble/hashes/sha2.js'

/**
 * The Merkle tree of RFC 9162, section 2.1. The product and the verifier share this file, so it also runs in browsers.
 */
export type Hash = Uint8Array

/** Leaves from `from` up to, but not including, `to`. */
export type Range = readonly [from: number, to: number]

const prefixed = (prefix: number, ...parts: readonly Uint8Array[]): Hash => {
  const hash = sha256.create().update(Uint8Array.of(prefix))
  for (const part of parts) hash.update(part)
  return hash.digest()
}

export const EMPTY_ROOT: Hash = sha256(new Uint8Array())
export const hashLeaf = (content: Uint8Array): Hash => prefixed(0, content)
export const hashNode = (left: Hash, right: Hash): Hash => prefixed(1, left, right)

export const equalHashes = (a: Hash | undefined, b: Hash | undefined): boolean =>
  a !== undefined && b !== undefined && a.length === b.length && a.every((byte, i) => byte === b[i])

/**
 * A tree that grows leaf by leaf. It stores only the roots of its full subtrees, from left to right (its frontier): one
 * for each bit that is set in its size. A tree can continue from an earlier tree's frontier.
 */
export const growingTree = (size = 0, frontier: readonly Hash[] = []) => {
  if (frontier.length !== bitsOf(size)) throw new RangeError(`A tree of ${size} leaves has not ${frontier.length} full subtrees.`)
  const roots = [...frontier]
  let leaves = size
  return {
    append: (leaf: Hash): void => {
      let node = leaf
      for (let rest = leaves; rest % 2 === 1; rest = Math.floor(rest / 2)) node = hashNode(roots.pop() as Hash, node)
      roots.push(node)
      leaves += 1
    },
    size: (): number => leaves,
    frontier: (): readonly Hash[] => [...roots],
    root: (): Hash => (roots.length === 0 ? EMPTY_ROOT : roots.reduceRight((right, left) => hashNode(left, right))),
  }
}

const bitsOf = (size: number): number => {
  let bits = 0
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) bits += rest % 2
  return bits
}

/** The largest power of two below n, for n > 1. */
export const splitOf = (n: number): number => 2 ** Math.floor(Math.log2(n - 1))

/** The subtrees whose roots, in this order, prove that a leaf is in a tree (2.1.3.1). */
export const inclusionRanges = (index: number, [from, to]: Range): Range[] => {
  if (to - from <= 1) return []
  const middle = from + splitOf(to - from)
  return index < middle ? [...inclusionRanges(index, [from, middle]), [middle, to]] : [...inclusionRanges(index, [middle, to]), [from, middle]]
}

/**
 * The subtrees whose roots, in this order, prove that a tree of `size` leaves begins with the tree of its first
 * `earlier` leaves (2.1.4.1).
 */
export const consistencyRanges = (earlier: number, size: number): Range[] => {
  const subproof = ([from, to]: Range, whole: boolean): Range[] => {
    if (earlier === to) return whole ? [] : [[from, to]]
    const middle = from + splitOf(to - from)
    return earlier <= middle ? [...subproof([from, middle], whole), [middle, to]] : [...subproof([middle, to], false), [from, middle]]
  }
  return earlier === 0 || earlier === size ? [] : subproof([0, size], true)
}

/** Returns the roots of these subtrees. */
export type RootsOf = (ranges: readonly Range[]) => Promise<Hash[]>

/** The root of the tree's first `size` leaves. */
export const rootAt = async (rootsOf: RootsOf, size: number): Promise<Hash> => (await rootsOf([[0, size]]))[0] ?? EMPTY_ROOT

/** The full subtrees of a tree, from left to right. Their roots are its frontier. */
export const fullSubtrees = (size: number): Range[] => {
  const ranges: Range[] = []
  for (let from = 0; from < size; ) {
    const to = from + 2 ** Math.floor(Math.log2(size - from))
    ranges.push([from, to])
    from = to
  }
  return ranges
}

const isOdd = (n: number): boolean => n % 2 === 1
const half = (n: number): number => Math.floor(n / 2)

/** True if the proof leads from the leaf to the root (2.1.3.2). */
export const isIncluded = (leaf: Hash, index: number, size: number, root: Hash, proof: readonly Hash[]): boolean => {
  if (index >= size) return false
  let [fn, sn, r] = [index, size - 1, leaf]
  for (const p of proof) {
    if (sn === 0) return false
    if (isOdd(fn) || fn === sn) {
      r = hashNode(p, r)
      while (!isOdd(fn) && fn !== 0) [fn, sn] = [half(fn), half(sn)]
    } else r = hashNode(r, p)
    ;[fn, sn] = [half(fn), half(sn)]
  }
  return sn === 0 && equalHashes(r, root)
}

/**
 * True if the proof shows that the later tree begins with all leaves of the earlier one (2.1.4.2). Every tree begins
 * with the empty tree.
 */
export const isConsistent = (first: number, firstRoot: Hash, second: number, secondRoot: Hash, proof: readonly Hash[]): boolean => {
  if (first > second) return false
  if (first === 0) return proof.length === 0 && equalHashes(firstRoot, EMPTY_ROOT)
  if (first === second) return proof.length === 0 && equalHashes(firstRoot, secondRoot)
  const path = Number.isInteger(Math.log2(first)) ? [firstRoot, ...proof] : [...proof]
  const start = path.shift()
  if (!start || proof.length === 0) return false
  let [fn, sn] = [first - 1, second - 1]
  while (isOdd(fn)) [fn, sn] = [half(fn), half(sn)]
  let [fr, sr] = [start, start]
  for (const c of path) {
    if (sn === 0) return false
    if (isOdd(fn) || fn === sn) {
      fr = hashNode(c, fr)
      sr = hashNode(c, sr)
      while (!isOdd(fn) && fn !== 0) [fn, sn] = [half(fn), half(sn)]
    } else sr = hashNode(sr, c)
    ;[fn, sn] = [half(fn), half(sn)]
  }
  return sn === 0 && equalHashes(fr, firstRoot) && equalHashes(sr, secondRoot)
}
