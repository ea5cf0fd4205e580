/** The value that a field or an address names; null where it names none of them. */
export const oneOf = <Value extends string>(values: readonly Value[], named: string | null): Value | null =>
  values.find((value) => value === named) ?? null
