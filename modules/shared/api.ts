import { z } from 'zod'
import { instantOf } from '../kernel/dates.ts'
import { languages } from '../kernel/language.ts'
import { PAGE_SIZE } from './page-size.ts'

/** 'page' and 'pageSize' of a list (R102): from 1; 10 by default; more than 100 is cut to 100. */
export const PageQuery = z.object({
  page: z.coerce
    .number({ error: 'page must be a whole number from 1' })
    .int('page must be a whole number from 1')
    .min(1, 'page must be a whole number from 1')
    .max(1_000_000_000)
    .default(1),
  pageSize: z.coerce
    .number({ error: 'pageSize must be a whole number from 1' })
    .refine((size) => Number.isInteger(size) && size >= 1, 'pageSize must be a whole number from 1')
    .transform((size) => Math.min(size, 100))
    .default(PAGE_SIZE),
})
export type PageQuery = z.infer<typeof PageQuery>

export const Pagination = z.object({
  page: z.number().int().meta({ example: 1 }),
  pageSize: z.number().int().meta({ example: 10 }),
  totalPages: z.number().int().meta({ example: 1 }),
  totalItems: z.number().int().meta({ example: 1 }),
})
export type Pagination = z.infer<typeof Pagination>

export const listOf = <Row extends z.ZodType>(row: Row) => z.object({ data: z.array(row), pagination: Pagination })
export type ListOf<Row> = { data: Row[]; pagination: Pagination }

export const paged = <Row>({ page, pageSize }: PageQuery, data: Row[], totalItems: number): ListOf<Row> => ({
  data,
  pagination: { page, pageSize, totalPages: Math.ceil(totalItems / pageSize), totalItems },
})

export const dataOf = <Shape extends z.ZodType>(shape: Shape) => z.object({ data: shape })
export type DataOf<Value> = { data: Value }

/** The body of every error. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

export const Message = z.object({ message: z.string() })
export type Message = z.infer<typeof Message>

export const Dollars = z.number()

/** A text field of a request: trimmed; null counts as absent. */
export const OptionalText = (max: number, message: string) =>
  z
    .string()
    .trim()
    .max(max, message)
    .nullish()
    .transform((text) => (text ? text : null))

const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')

/** A moment in a request, in any zone, clamped to the years 1970 to 9999. */
export const AsOf = z.iso.datetime({ offset: true }).transform((text) => instantOf(Math.min(Math.max(0, Date.parse(text)), LAST_MOMENT)))

export const Language = z.enum(languages)
export type Language = z.infer<typeof Language>

export const order = z.enum(['asc', 'desc'])
