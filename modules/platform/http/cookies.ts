import type { Request } from 'express'

export const cookieOf = (req: Request, name: string): string | undefined => {
  const pairs = (req.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([key]) => key === name)?.[1]
}
