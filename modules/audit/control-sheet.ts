import { CSV_MARK, csvLine } from '../shared/csv.ts'
import { sumOf } from './books.ts'
import { CONTROL, controlLine, FIGURES, type Figures, figuresLine, type Movement, type Movements } from './pack-format.ts'

type PerProgram = ReadonlyMap<string, Figures>

/** The `scope` of the lines with the sums of all programs. */
export const WHOLE = 'whole'

const inOrder = <Value>(map: ReadonlyMap<string, Value>): [string, Value][] => [...map].sort(([a], [b]) => (a < b ? -1 : 1))

/** The lines of figures.csv: one for each program, and one with the sums of all. */
export const figuresLines = (names: ReadonlyMap<string, string>, figures: PerProgram): string[] => [
  CSV_MARK + csvLine(FIGURES),
  ...inOrder(figures).map(([program, sums]) => figuresLine(program, names.get(program) ?? '', sums)),
  figuresLine(WHOLE, '', sumOf(figures.values())),
]

/**
 * The lines of control.csv. For each program and for the sum of all: the opening figures, the changes by each type of
 * event, and the closing figures.
 */
export const controlLines = (opening: PerProgram, movements: Movements, closing: PerProgram): string[] => {
  const whole = new Map<string, Movement>()
  for (const [type, { events, figures }] of [...movements.values()].flatMap((ofProgram) => [...ofProgram])) {
    const sum = whole.get(type) ?? { events: 0, figures: sumOf([]) }
    whole.set(type, { events: sum.events + events, figures: sumOf([sum.figures, figures]) })
  }
  const section = (program: string, before: Figures, moved: ReadonlyMap<string, Movement>, after: Figures): string[] => [
    controlLine(program, 'opening', 0, before),
    ...inOrder(moved).map(([type, { events, figures }]) => controlLine(program, type, events, figures)),
    controlLine(program, 'closing', 0, after),
  ]
  return [
    CSV_MARK + csvLine(CONTROL),
    ...inOrder(closing).flatMap(([program, after]) =>
      section(program, opening.get(program) ?? sumOf([]), movements.get(program) ?? new Map(), after),
    ),
    ...section(WHOLE, sumOf(opening.values()), whole, sumOf(closing.values())),
  ]
}
