import '../../src/node-env.ts'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { PassThrough } from 'node:stream'
import { brotliCompressSync, constants } from 'node:zlib'
import { type DefaultTreeAdapterMap, parse } from 'parse5'
import { createElement, type ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { RouterContextProvider } from 'react-router'
import type { Call } from '../../src/platform/contract/call.ts'
import { handlerFor } from '../../src/web/page-routes.ts'
import type { PagesBuild } from '../../src/web/pages.ts'

/**
 * Bounds of rendering a page on one core, for bench/pages/rendered-pages.ts: what remains when everything around React is taken away.
 * Run: node bench/pages/plain-render.ts <url of a server> <path> <seconds>; prints pages per second as JSON.
 */
const [url = '', path = '/', seconds = '2'] = process.argv.slice(2)
const html = await (await fetch(url + path)).text()
const tree = elementOf(parse(html).childNodes.find(({ nodeName }) => nodeName === 'html') as Node)
const handler = await routerHandler()

console.log(
  JSON.stringify({
    bytes: html.length,
    /** The elements of the page as React elements without components, router or data. */
    string: await rate(() => renderToString(tree)),
    stream: await rate(() => streamed(tree)),
    compressed: await rate(async () => compressed(await streamed(tree))),
    /** The page with its components by the router, with answers of calls at hand. */
    router: await rate(() => handler(path)),
  }),
)

/** Per second of processor time, because other processes share the machine. */
async function rate(work: () => unknown): Promise<number> {
  const run = async (until: number) => {
    let done = 0
    while (performance.now() < until) {
      await work()
      done += 1
    }
    return done
  }
  await run(performance.now() + 500)
  const before = process.cpuUsage()
  const done = await run(performance.now() + Number(seconds) * 1000)
  const { user, system } = process.cpuUsage(before)
  return done / ((user + system) / 1e6)
}

type Node = DefaultTreeAdapterMap['node']

/** Attributes keep the names of HTML, which React writes as they are; events and styles as objects are not needed. */
function elementOf(node: Node): ReactNode {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterMap['textNode']).value
  if (!('tagName' in node)) return null
  const props: Record<string, unknown> = {}
  for (const { name, value } of node.attrs) {
    if (name === 'style') props.style = styleOf(value)
    else if (!name.startsWith('on')) props[name === 'class' ? 'className' : name] = value
  }
  if (['script', 'style'].includes(node.tagName)) {
    const [body] = node.childNodes as DefaultTreeAdapterMap['textNode'][]
    return createElement(node.tagName, { ...props, dangerouslySetInnerHTML: { __html: body?.value ?? '' } })
  }
  return createElement(node.tagName, props, ...node.childNodes.map(elementOf))
}

function styleOf(value: string): Record<string, string> {
  return Object.fromEntries(
    value
      .split(';')
      .map((each) => each.split(/:(.*)/s).map((part) => part.trim()))
      .filter(([name]) => name)
      .map(([name = '', of = '']) => [
        name.startsWith('--') ? name : name.replace(/-(\w)/g, (_, c) => c.toUpperCase()),
        of,
      ]),
  )
}

async function streamed(node: ReactNode): Promise<string> {
  const body = new PassThrough()
  const { pipe } = renderToPipeableStream(node, {
    onAllReady: () => pipe(body),
    onError: (error) => void body.destroy(error as Error),
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
  })
  return text(body)
}

function compressed(page: string): Buffer {
  return brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
}

async function routerHandler(): Promise<(path: string) => Promise<string | undefined>> {
  const build = (await import(resolve('build/server/index.js'))) as PagesBuild
  const answers = new Map<string, unknown>()
  const call = async (called: Call, input: object) => {
    const key = called.path + JSON.stringify(input)
    if (!answers.has(key)) answers.set(key, await asked(called, input))
    return answers.get(key)
  }
  return async (of) => {
    const context = new RouterContextProvider()
    context.set(build.entry.module.serverApi, {
      call,
      failed: console.error,
      problemNumber: '1',
      publicUrl: '',
    } as never)
    const response = await handlerFor(build, of)(new Request(`http://localhost${of}`), context)
    return build.entry.module.pageText?.(response) ?? response.text()
  }
}

async function asked(called: Call, input: object): Promise<unknown> {
  const query = Object.entries(input).filter(([, value]) => value !== undefined)
  const response =
    called.method === 'GET'
      ? await fetch(`${url}${called.path}?${new URLSearchParams(query as [string, string][])}`)
      : await fetch(url + called.path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
        })
  return ((await response.json()) as { data: unknown }).data
}
