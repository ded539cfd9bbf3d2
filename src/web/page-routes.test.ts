import { createContext, RouterContextProvider, type ServerBuild } from 'react-router'
import { expect, it } from 'vitest'
import { handlerFor } from './page-routes.ts'

/** Routes of each form that the site has; a page answers with the ids of its routes. */
const paths: Record<string, { path?: string; parentId?: string; index?: boolean }> = {
  root: {},
  frame: { parentId: 'root' },
  home: { parentId: 'frame', index: true },
  invited: { parentId: 'frame', path: 'invited/:code?' },
  compare: { parentId: 'frame', path: 'project/compare' },
  list: { parentId: 'frame', path: 'project/*' },
  console: { parentId: 'root', path: 'console' },
  consoleHome: { parentId: 'console', index: true },
  orders: { parentId: 'console', path: 'orders/:no' },
  missing: { parentId: 'frame', path: '*' },
}
const routes = Object.fromEntries(
  Object.entries(paths).map(([id, route]) => [
    id,
    { id, ...route, module: { default: () => null, loader: () => id }, hasLoader: true },
  ]),
)
const build = {
  entry: {
    module: {
      serverApi: createContext(),
      default: (_: Request, status: number, headers: Headers, context: { staticHandlerContext: object }) =>
        new Response(Object.keys((context.staticHandlerContext as { loaderData: object }).loaderData).join(), {
          status,
          headers,
        }),
    },
  },
  routes,
  assets: { routes, version: '1', url: '', entry: { module: '', imports: [] } },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {},
  isSpaMode: false,
  ssr: true,
  prerender: [],
  routeDiscovery: { mode: 'initial' },
} as unknown as ServerBuild

async function routesAt(path: string): Promise<string> {
  const url = new URL(`http://localhost${path}`)
  return (await handlerFor(build, url.pathname)(new Request(url), new RouterContextProvider())).text()
}

it.each([
  ['/', 'root,frame,home'],
  ['/project', 'root,frame,list'],
  ['/PROJECT/3/x', 'root,frame,list'],
  ['/%70roject/compare', 'root,frame,compare'],
  ['/invited', 'root,frame,invited'],
  ['/console', 'root,console,consoleHome'],
  ['/console/orders/7', 'root,console,orders'],
  ['/console/nothing', 'root,frame,missing'],
  ['/nothing/at/all', 'root,frame,missing'],
  ['/%E0%A4%A', 'root,frame,missing'],
])('%s is rendered by %s', async (path, ids) => {
  expect(await routesAt(path)).toBe(ids)
})

it.each([
  ['/_.data', 'home'],
  ['/project.data', 'list'],
  ['/project/_.data', 'list'],
  ['/project/compare.data', 'compare'],
  ['/nothing.data', 'missing'],
])('%s has the data of %s', async (path, id) => {
  expect(await routesAt(path)).toContain(`"${id}"`)
})
