import { ButtonLink } from '../ui/button.tsx'
import { Frame } from './frame.tsx'

export const NotFoundPage = () => (
  <Frame title="Page not found" text="The address may be mistyped, or the page has moved.">
    <ButtonLink href="/" variant="primary" wide>
      Go to the dashboard
    </ButtonLink>
  </Frame>
)
