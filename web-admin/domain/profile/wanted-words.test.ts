import { expect, test } from 'vitest'
import { wantedWords } from './wanted-words.ts'

test.each([
  ['configuration.merchant.terms_of_service', "Agreement to Stripe's terms of service"],
  ['tos_acceptance.date', "Agreement to Stripe's terms of service"],
  ['external_account', 'The bank account that Stripe pays out to'],
  ['representative.verification.document', "A photo of the representative's ID"],
  ['person_1Nv0FGQ9RKHgCVdK.verification.additional_document', "A photo of the representative's ID"],
  ['identity.individual.documents.primary_verification', "A photo of the representative's ID"],
  ['company.verification.document', 'A document that proves your organization, such as its IRS letter'],
  ['identity.business_details.documents.proof_of_registration', 'A document that proves your organization, such as its IRS letter'],
  ['representative.ssn_last_4', "The representative's Social Security number"],
  ['individual.id_number', "The representative's Social Security number"],
  ['identity.individual.id_numbers.us_ssn_last_4', "The representative's Social Security number"],
  ['company.tax_id', "Your organization's tax number (EIN)"],
  ['identity.business_details.id_numbers.us_ein', "Your organization's tax number (EIN)"],
  ['configuration.merchant.statement_descriptor.descriptor', 'The name that payors read on their card statement'],
  ['business_profile.mcc', 'What your organization takes payments for'],
  ['business_profile.product_description', 'What your organization takes payments for'],
  ['business_profile.support_phone', 'How payors can reach your organization'],
  ['configuration.merchant.support.email', 'How payors can reach your organization'],
  ['business_profile.url', "Your organization's website"],
  ['defaults.profile.business_url', "Your organization's website"],
  ['business_type', 'What kind of organization you are'],
  ['identity.entity_type', 'What kind of organization you are'],
  ['identity.business_details.structure', 'What kind of organization you are'],
  ['owners.email', 'Who leads your organization'],
  ['company.directors_provided', 'Who leads your organization'],
  ['company.name', "Your organization's legal name"],
  ['identity.business_details.registered_name', "Your organization's legal name"],
  ['company.address.line1', "Your organization's address"],
  ['identity.business_details.phone', "Your organization's phone number"],
  ['representative.dob.day', "The representative's date of birth"],
  ['identity.individual.date_of_birth', "The representative's date of birth"],
  ['representative.relationship.title', "The representative's role in your organization"],
  ['representative.address.city', "The representative's home address"],
  ['representative.phone', "The representative's phone number and e-mail address"],
  ['identity.individual.given_name', "The representative's name"],
  ['representative.last_name', "The representative's name"],
  ['something.nobody.knows', 'More details about your organization'],
])('%s', (path, words) => {
  expect(wantedWords([path])).toEqual([words])
})

test('lists a requirement of several fields once', () => {
  expect(wantedWords(['representative.dob.day', 'company.tax_id', 'representative.dob.month', 'a', 'b'])).toEqual([
    "The representative's date of birth",
    "Your organization's tax number (EIN)",
    'More details about your organization',
  ])
})
