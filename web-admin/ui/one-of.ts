/** Narrows a string to one of `values`; null for any other. */
export const oneOf = <Value extends string>(values: readonly Value[], named: string | null): Value | null =>
  values.find((value) => value === named) ?? null
