import { Download } from 'lucide-react'
import { encode, renderSVG } from 'uqr'
import { Button } from '../ui/button.tsx'
import { foot } from '../ui/code-box.css.ts'
import { CodeBox } from '../ui/code-box.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { saveFile } from '../ui/save-file.ts'
import * as styles from './embed.css.ts'
import { buttonOf, findAddress, type TagChoices } from './snippet.ts'

/** Light modules around a code (ISO/IEC 18004 asks for four). */
const QUIET = 4
/** So many pixels for a module: sharp on paper at the size of a hand. */
const MODULE = 16

const pngOf = (text: string): Promise<Blob | null> => {
  const { data, size } = encode(text, { border: QUIET })
  const canvas = Object.assign(document.createElement('canvas'), { width: size * MODULE, height: size * MODULE })
  const pen = canvas.getContext('2d')
  if (pen) {
    pen.fillStyle = '#ffffff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.fillStyle = '#000000'
    for (const [y, row] of data.entries()) for (const [x, dark] of row.entries()) if (dark) pen.fillRect(x * MODULE, y * MODULE, MODULE, MODULE)
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

type Props = { networkId: string; choices: TagChoices }

/** For sites that take scripts out, for bulletins and for the notice board. */
export const WithoutScript = ({ networkId, choices }: Props) => {
  const address = findAddress(window.location.origin, networkId)
  const svg = renderSVG(address, { border: QUIET })
  const savePng = async () => {
    const png = await pngOf(address)
    if (png) saveFile('find-my-bill.png', png)
  }
  return (
    <section aria-labelledby="without-script" className={styles.part}>
      <h3 id="without-script">Without script, and on paper</h3>
      <p className={styles.partHint}>The same page by a link: for sites that take scripts out, for mails, bulletins and the notice board.</p>
      <div className={styles.withoutScript}>
        <div className={styles.boxes}>
          <CodeBox label="Button" text={buttonOf(window.location.origin, networkId, choices)} copyLabel="Copy Button" />
          <CodeBox label="Address" text={address} copyLabel="Copy Address" />
        </div>
        <div className={styles.qrPart}>
          <QrCode svg={svg} label={`QR code of ${address}`} className={styles.qr} />
          <div className={foot}>
            <Button icon={Download} onClick={() => void savePng()}>
              QR Code as PNG
            </Button>
            <Button icon={Download} onClick={() => saveFile('find-my-bill.svg', new Blob([svg], { type: 'image/svg+xml' }))}>
              QR Code as SVG
            </Button>
          </div>
        </div>
      </div>
    </section>
  )
}
