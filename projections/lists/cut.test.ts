import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut } from './cut.ts'

test('a page that is cut out of groups is the page of all their rows', () =>
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.nat(), { maxLength: 8 }), { maxLength: 6 }),
      fc.nat({ max: 40 }),
      fc.integer({ min: 1, max: 12 }),
      (rows, offset, size) => {
        const pieces = cut(
          rows.map((source) => ({ source, count: source.length })),
          offset,
          size,
        )
        const page = pieces.flatMap(({ source, fromEnd, offset: skipped, count }) =>
          fromEnd
            ? source
                .toReversed()
                .slice(skipped, skipped + count)
                .toReversed()
            : source.slice(skipped, skipped + count),
        )
        expect(page).toEqual(rows.flat().slice(offset, offset + size))
        for (const { source, offset: skipped } of pieces) expect(skipped).toBeLessThanOrEqual(source.length / 2)
      },
    ),
  ))
