import { hash, randomBytes } from 'node:crypto'

/** 256 random bits, as base64url: what a cookie or a mailed link carries. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is kept of a secret: who reads the database cannot use it. */
export const digest = (secret: string): Buffer => hash('sha256', secret, 'buffer')
