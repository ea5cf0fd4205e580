/** An image, so that the code stays dark on white in any theme. */
export const QrCode = ({ svg, label, className }: { svg: string; label: string; className?: string }) => (
  <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={label} className={className} />
)
