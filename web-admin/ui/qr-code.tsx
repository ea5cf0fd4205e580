/** A drawn QR code. As a picture it stays dark on white, whatever the colours of the page. */
export const QrCode = ({ svg, label, className }: { svg: string; label: string; className?: string }) => (
  <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={label} className={className} />
)
