import { hash, randomBytes } from 'node:crypto'

/** 256 random bits as base64url, for a cookie or a mailed link. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The stored hash of a secret, useless to a reader of the database. */
export const digest = (secret: string): Buffer => hash('sha256', secret, 'buffer')
