// One chunk with everything that needs Stripe.js. It loads when the tab for cards or bank accounts is opened.
export { CardForm } from './card-form.tsx'
export { openStripe } from './open-stripe.ts'
export { SavedForm } from './saved-form.tsx'
