import { nodeResolve } from '@rollup/plugin-node-resolve'
import { transform } from 'esbuild'
import { rollup } from 'rollup'
import esbuild from 'rollup-plugin-esbuild'

/** Builds the script that churches include in their sites. */
export const buildLoader = async () => {
  const bundle = await rollup({
    input: `${import.meta.dirname}/embed/loader.ts`,
    plugins: [nodeResolve({ extensions: ['.ts'] }), esbuild({ target: 'es2022', tsconfig: false })],
  })
  const { output } = await bundle.generate({ format: 'iife' })
  const { code } = await transform(output[0].code, { minify: true, target: 'es2022', legalComments: 'none' })
  return code
}
