import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http'
import type { Express } from 'express'
import { isOn } from './pieces.ts'

/**
 * The HTTP server of an Express application. Express changes the prototype of each request and response, and V8 then
 * keeps both, and all that they refer to, until it next collects the old generation. Here they are created with that
 * prototype.
 */
export const expressServer = (app: Express, options: ServerOptions): Server => {
  if (!isOn('prototypes')) return createServer(options, app)
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {}
  app.request = Object.setPrototypeOf(ExpressRequest.prototype, app.request)
  app.response = Object.setPrototypeOf(ExpressResponse.prototype, app.response)
  return createServer({ ...options, IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse }, app)
}
