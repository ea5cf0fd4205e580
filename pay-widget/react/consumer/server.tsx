import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'

export const draw = (origin: string, bill: string): string => renderToString(<App origin={origin} bill={bill} />)
