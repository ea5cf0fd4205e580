/** Stripe's requirements by field path, in a treasurer's words; the first match counts. */
const words: readonly [RegExp, string][] = [
  [/terms_of_service|tos_acceptance/, "Agreement to Stripe's terms of service"],
  [/external_account|bank_account|payout|default_outbound_destination/, 'The bank account that Stripe pays out to'],
  [/^(company|identity\.business_details)\..*document/, 'A document that proves your organization, such as its IRS letter'],
  [/document|verification|proof_of_liveness/, "A photo of the representative's ID"],
  [/ssn|id_number(?!s\.us_ein)|personal_id/, "The representative's Social Security number"],
  [/tax_id|us_ein/, "Your organization's tax number (EIN)"],
  [/statement_descriptor/, 'The name that payors read on their card statement'],
  [/(product_description|mcc)$/, 'What your organization takes payments for'],
  [/support|business_profile\.(phone|email)/, 'How payors can reach your organization'],
  [/(^|[._])(business_)?url$/, "Your organization's website"],
  [/(business_type|entity_type|\.structure)$/, 'What kind of organization you are'],
  [/^(owners|directors|executives)|(owners|directors|executives)_provided|ownership_declaration/, 'Who leads your organization'],
  [/^(company|identity\.business_details)\..*name/, "Your organization's legal name"],
  [/^(company|identity\.business_details)\..*address/, "Your organization's address"],
  [/^(company|identity\.business_details)\..*phone/, "Your organization's phone number"],
  [/(dob|date_of_birth)(\.|$)/, "The representative's date of birth"],
  [/relationship|\.title$/, "The representative's role in your organization"],
  [/address/, "The representative's home address"],
  [/phone|email/, "The representative's phone number and e-mail address"],
  [/(given|first|last|sur)_?name/, "The representative's name"],
]

/** Replaces the requirements of an account whose owner has revoked our access. */
export const ACCESS_ENDED = 'Our access to the account was ended at Stripe. Connect with Stripe again to take cards and bank debits.'

const UNKNOWN = 'More details about your organization'

/** Each requirement once, in Stripe's order. */
export const wantedWords = (paths: readonly string[]): string[] => [
  ...new Set(paths.map((path) => words.find(([pattern]) => pattern.test(path))?.[1] ?? UNKNOWN)),
]
