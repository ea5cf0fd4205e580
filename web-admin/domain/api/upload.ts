import { apiUrl } from './address.ts'
import { lostConnection, parsed, refuse, trusted } from './client.ts'
import { CLOCK_HEADER, setNetworkClock } from './network-clock.ts'
import { checkNetwork, NETWORK_HEADER, shownNetwork } from './tab-network.ts'

type Options = { onProgress?: (sent: number, total: number) => void; signal?: AbortSignal; idempotencyKey?: string }

/** A multipart POST with progress events, which fetch lacks. */
export const upload = <Answer>(path: string, form: FormData, options: Options = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', apiUrl(path))
    request.withCredentials = true
    request.setRequestHeader('accept', 'application/json')
    const network = shownNetwork()
    if (network !== null) request.setRequestHeader(NETWORK_HEADER, network)
    if (options.idempotencyKey) request.setRequestHeader('idempotency-key', options.idempotencyKey)
    request.upload.addEventListener('progress', (event) => event.lengthComputable && options.onProgress?.(event.loaded, event.total))
    request.addEventListener('error', () => reject(lostConnection()))
    request.addEventListener('timeout', () => reject(new Error('timeout')))
    request.addEventListener('abort', () => reject(new DOMException('The upload was cancelled', 'AbortError')))
    request.addEventListener('load', () => {
      const data = parsed(request.responseText)
      setNetworkClock(request.getResponseHeader(CLOCK_HEADER))
      try {
        checkNetwork(request.getResponseHeader(NETWORK_HEADER))
        resolve(request.status >= 200 && request.status < 300 ? trusted(request.status, data) : refuse(request.status, data))
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    })
    options.signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
