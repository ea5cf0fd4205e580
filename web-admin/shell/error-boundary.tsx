import { Component, type ReactNode } from 'react'
import { ErrorState } from '../ui/states.tsx'

type Props = { location: string; children: ReactNode }

/**
 * Shows a message if the code of a page has failed to load or has thrown an error. Navigation resets it; its button
 * reloads the page.
 */
export class ErrorBoundary extends Component<Props, { failedAt: string | null }> {
  override state = { failedAt: null }

  static getDerivedStateFromError = () => ({ failedAt: '' })

  static getDerivedStateFromProps = ({ location }: Props, { failedAt }: { failedAt: string | null }) =>
    failedAt === null || failedAt === location ? null : { failedAt: failedAt === '' ? location : null }

  override render() {
    if (this.state.failedAt === null) return this.props.children
    return (
      <ErrorState title="This page could not be shown" onRetry={() => window.location.reload()}>
        The connection may have been lost, or a newer version was installed. Try again to reload this page.
      </ErrorState>
    )
  }
}
