// Everything that needs Stripe.js is in one chunk, loaded once a card or bank tab is open.
export { CardForm } from './card-form.tsx'
export { openStripe } from './open-stripe.ts'
export { SavedForm } from './saved-form.tsx'
