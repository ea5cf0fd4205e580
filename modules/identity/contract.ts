import { z } from 'zod'
import { NetworkId, UserId } from '../kernel/ids.ts'
import { INVISIBLE, isVisible } from '../kernel/visible.ts'
import { Language } from '../shared/api.ts'

/** A person's role in a network (R13). Any role may have an end (R20). */
export const Role = z.enum(['Admin', 'Member', 'Auditor'])
export type Role = z.infer<typeof Role>

const email = z.email('Invalid email address').max(254, 'Invalid email address')
const address = z.string({ error: 'Invalid email address' }).trim().pipe(email)

/** Registration requires only a length (R3); the upper bound keeps hashing cheap. */
export const RegistrationPassword = z
  .string({ error: 'Password must be at least 8 characters long' })
  .min(8, 'Password must be at least 8 characters long')
  .max(1000, 'Password must be at most 1000 characters long')

const personName = (required: string, tooLong: string) =>
  z.string({ error: required }).trim().min(1, required).max(100, tooLong).refine(isVisible, INVISIBLE)

export const Registration = z.object({
  firstName: personName('First name is required', 'First name must be 100 characters or less'),
  lastName: personName('Last name is required', 'Last name must be 100 characters or less'),
  email: address,
  password: RegistrationPassword,
})
export type Registration = z.infer<typeof Registration>

export const Login = z.object({
  email: address,
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(1000, 'Invalid email or password'),
})
export type Login = z.infer<typeof Login>

export const Reauthentication = z.object({
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(1000, 'Password is not correct'),
})

/**
 * The page before a sign-in: its language, and the bill that the visitor came from. The mail uses the language and
 * links back to the bill.
 */
const origin = { language: Language.optional(), billId: z.string().max(100).optional() }
export const SignUp = Registration.extend(origin)
export const ConfirmationRequest = z.object({ email: address, ...origin })
export const ConfirmationToken = z.object({ token: z.string().optional() })
export const LogoutQuery = z.object({ redirectTo: z.string().max(2000).optional().catch(undefined) })
export const LogoutAnswer = z.object({ redirectTo: z.string().optional() })
export const SwitchNetwork = z.object({ networkId: z.string() })

export const User = z.object({
  id: UserId,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: Role.nullable(),
  network: z.object({ id: NetworkId, name: z.string() }).nullable(),
  /** True if the user operates the installation (R125). */
  isOperator: z.boolean(),
  networks: z.array(z.object({ id: NetworkId, name: z.string(), role: Role })),
})
export type User = z.infer<typeof User>

export const SignedIn = z.object({ user: User })
export type SignedIn = z.infer<typeof SignedIn>
export const Verification = z.object({
  authenticated: z.boolean(),
  user: User.nullable(),
  /** For signed-in users: true if a stand-in replaces Stripe here, so that no money moves. */
  sandbox: z.boolean().optional(),
})
export type Verification = z.infer<typeof Verification>

export const Profile = z.object({ email: z.string(), firstName: z.string(), lastName: z.string(), hasPassword: z.boolean() })
export type Profile = z.infer<typeof Profile>

/** New passwords on reset and change also need a special character (R3). */
export const NewPassword = RegistrationPassword.regex(/[^\p{L}\p{N}\s]/u, 'Password must contain at least one special character')

const matching = { error: 'Passwords do not match', path: ['confirmPassword'] }
const repeated = z.string({ error: 'Passwords do not match' })

export const PasswordChange = z
  .object({
    currentPassword: z
      .string({ error: 'Current password is required' })
      .min(1, 'Current password is required')
      .max(1000, 'Current password is not correct'),
    newPassword: NewPassword,
    confirmPassword: repeated,
  })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, matching)

export const ResetRequest = z.object({
  email: z
    .string({ error: 'Email is required' })
    .trim()
    .min(1, 'Email is required')
    .max(254, 'Please enter a valid email address')
    .pipe(z.email('Please enter a valid email address')),
})
export const PasswordResetRequest = ResetRequest.extend(origin)
export const ResetToken = z.object({
  token: z.string({ error: 'Reset token is required' }).min(1, 'Reset token is required'),
})
export const ResetTokenState = z.object({ valid: z.boolean() })
export type ResetTokenState = z.infer<typeof ResetTokenState>
export const PasswordReset = ResetToken.extend({ newPassword: NewPassword, confirmPassword: repeated }).refine(
  ({ newPassword, confirmPassword }) => newPassword === confirmPassword,
  matching,
)
export const ProfileNames = z.object({ firstName: Registration.shape.firstName, lastName: Registration.shape.lastName })

/** The social providers of sign-in; Apple is not offered (R10). */
const SocialProvider = z.enum(['Google', 'Facebook', 'Apple'])
const OfferedProvider = SocialProvider.exclude(['Apple'])
export const ProviderPath = z.enum(['google', 'facebook'])
export type ProviderPath = z.infer<typeof ProviderPath>
export const providerNames = { google: 'Google', facebook: 'Facebook' } as const satisfies Record<ProviderPath, z.infer<typeof OfferedProvider>>

export const ProviderParams = z.object({ provider: z.string() })
export const ProviderQuery = z.object({
  redirectTo: z.string().max(2000).optional().catch(undefined),
  mode: z.literal('connect').optional().catch(undefined),
  /** A ticket that our own page has requested. */
  ticket: z.string().max(200).optional().catch(undefined),
})
export const ConnectAnswer = z.object({ url: z.string() })
export type ConnectAnswer = z.infer<typeof ConnectAnswer>
/** The part of a provider's answer that is read here. The protocol's library reads the rest. */
export const ProviderAnswer = z.object({ state: z.string().max(200).optional().catch(undefined) })

const ConnectedAccount = z.object({ id: z.string(), provider: OfferedProvider, createdAt: z.string() })
export type ConnectedAccount = z.infer<typeof ConnectedAccount>
export const ConnectedAccounts = z.object({ data: z.object({ accounts: z.array(ConnectedAccount) }) })
export type ConnectedAccounts = z.infer<typeof ConnectedAccounts>

export const OpenSession = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** The browser and its system: 'Chrome on Windows'. */
  device: z.string(),
  current: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>

const CODE = 'Enter the code from your authenticator app'
/** A code from an authenticator app, or a recovery code. */
export const Code = z.object({ code: z.string({ error: CODE }).trim().min(1, CODE).max(40, 'This code is not right.') })
export const SignInCodeRequest = z.object({ email: address, language: Language.optional() })
export type SignInCodeRequest = z.infer<typeof SignInCodeRequest>
const MAILED_CODE = 'Enter the code from the mail'
/** `firstName` and `lastName` are for a new account. */
export const SignInByCode = z.object({
  email: address,
  code: z.string({ error: MAILED_CODE }).trim().min(1, MAILED_CODE).max(40, 'This code is not right.'),
  firstName: Registration.shape.firstName.optional(),
  lastName: Registration.shape.lastName.optional(),
})
export type SignInByCode = z.infer<typeof SignInByCode>
export const AuthenticatorState = z.object({ on: z.boolean(), recoveryCodes: z.number().int() })
export type AuthenticatorState = z.infer<typeof AuthenticatorState>
/** `uri`: otpauth://, for a QR code. */
export const NewAuthenticator = z.object({ secret: z.string(), uri: z.string() })
export type NewAuthenticator = z.infer<typeof NewAuthenticator>
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>
export type Factor = 'authenticator' | 'passkey'

export const Passkey = z.object({ id: z.string(), name: z.string(), createdAt: z.string(), lastUsedAt: z.string().nullable() })
export type Passkey = z.infer<typeof Passkey>
/** With an account's first factor come its recovery codes, which are shown only once. */
export const AddedPasskey = Passkey.extend({ recoveryCodes: z.array(z.string()).optional() })
export type AddedPasskey = z.infer<typeof AddedPasskey>

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/)
const credential = {
  id: base64url.min(1).max(2_000),
  rawId: base64url.max(2_000),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
}
/** A new passkey: WebAuthn's RegistrationResponseJSON, and the name that the owner gives the passkey. */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64url, attestationObject: base64url, transports: z.array(z.string().max(40)).max(10).default([]) }),
  name: z.string().trim().min(1).max(100, 'Name must be 100 characters or less').refine(isVisible, INVISIBLE).optional(),
})
export type NewPasskey = z.infer<typeof NewPasskey>
export const PasskeySignature = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
})
export type PasskeySignature = z.infer<typeof PasskeySignature>
