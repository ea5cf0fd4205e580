export function loaderBytes(dist: string): number
export function payPageBytes(dist: string): number
export function adminBytes(dist: string): { first: number; heaviest: { route: string; bytes: number } }
export const budgets: readonly {
  target: string
  what: string
  unit: string
  limit: number
  weigh: (dist: string) => number
  of?: (dist: string) => string
}[]
export function exceeded(dist: string, target: string): string[]
