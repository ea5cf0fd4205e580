import type { PersonalData } from '../../modules/platform/personal-data/personal-data.ts'

/** A codec that encrypts nothing, for tests without personal texts. */
export const plainPersonalData = {
  sealAll: async (values: readonly { value: unknown }[]) => values.map(({ value }) => value),
  openAll: async (values: readonly { sealed: unknown }[]) => values.map(({ sealed }) => sealed),
} as unknown as PersonalData
