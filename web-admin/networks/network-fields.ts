import { z } from 'zod'
import { NetworkChange, NewNetwork } from '../../modules/networks/contract.ts'

const {
  slug,
  timeZone,
  reminderDays,
  senderName,
  description,
  language,
  trackMail,
  secondFactor,
  mailSeals,
  congregationsPayForMembers,
  depositsCountedByTwo,
  contactName,
  contactEmail,
  contactPhone,
  postalAddress,
} = NetworkChange.shape
export const Values = z.object({
  name: NewNetwork.shape.name,
  description: description.unwrap().unwrap(),
  slug: slug.unwrap().unwrap(),
  timeZone: timeZone.unwrap().unwrap(),
  senderName: senderName.unwrap().unwrap(),
  language: language.unwrap().unwrap(),
  trackMail: trackMail.unwrap().unwrap(),
  secondFactor: secondFactor.unwrap().unwrap(),
  mailSeals: mailSeals.unwrap().unwrap(),
  congregationsPayForMembers: congregationsPayForMembers.unwrap().unwrap(),
  depositsCountedByTwo: depositsCountedByTwo.unwrap().unwrap(),
  contactName: contactName.unwrap().unwrap(),
  contactEmail: contactEmail.unwrap().unwrap(),
  contactPhone: contactPhone.unwrap().unwrap(),
  postalAddress: postalAddress.unwrap().unwrap(),
  reminderDays: reminderDays.unwrap().unwrap(),
})
export type NetworkValues = z.output<typeof Values>
