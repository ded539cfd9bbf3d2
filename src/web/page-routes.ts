import { createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router'

type Routes = ServerBuild['routes']
type Route = NonNullable<Routes[string]>

const handlers = new WeakMap<ServerBuild, Map<string, RequestHandler>>()

/**
 * A handler that knows only the routes whose path can begin like this one. React Router builds and matches its whole table several times for
 * each page, which with two hundred routes takes longer than it takes to render a list.
 */
export function handlerFor(build: ServerBuild, pathname: string): RequestHandler {
  let byStart = handlers.get(build)
  if (!byStart) handlers.set(build, (byStart = handlersOf(build)))
  return (byStart.get(startOf(pathname)) ?? byStart.get(ANY)) as RequestHandler
}

function handlersOf(build: ServerBuild): Map<string, RequestHandler> {
  const mode = process.env.NODE_ENV === 'development' ? 'development' : 'production'
  const starts = Object.values(build.routes).flatMap((route) => (route && pathStart(build.routes, route)) ?? [])
  return new Map([...starts, ANY].map((start) => [start, createRequestHandler(withRoutes(build, start), mode)]))
}

/** The first segment. The data of `/project` is at `/project.data`, that of `/` at `/_.data`. */
function startOf(pathname: string): string {
  const segment = pathname.replace(/(?:\/_|\/_root)?\.data$/, '').split('/', 2)[1] ?? ''
  try {
    // Routes are matched without regard to case.
    return decodeURIComponent(segment).toLowerCase()
  } catch {
    return segment
  }
}

function withRoutes(build: ServerBuild, start: string): ServerBuild {
  const kept = new Set<string>()
  for (const route of Object.values(build.routes)) {
    const own = route && pathStart(build.routes, route)
    if (own === undefined || (own !== ANY && own !== start)) continue
    for (let each: Route | undefined = route; each; each = parentOf(build.routes, each)) kept.add(each.id)
  }
  const only = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id)))
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } }
}

/** The path may begin with anything. */
const ANY = '*'

/** How addresses of a route begin; undefined for a route without path, which is kept with its children. */
function pathStart(routes: Routes, route: Route): string | undefined {
  const paths: string[] = []
  for (let each: Route | undefined = route; each; each = parentOf(routes, each)) paths.unshift(each.path ?? '')
  const [first] = paths.join('/').split('/').filter(Boolean)
  if (first === undefined) return route.index ? '' : undefined
  return /^[:*]|\?$/.test(first) ? ANY : first.toLowerCase()
}

function parentOf(routes: Routes, route: Route): Route | undefined {
  return route.parentId === undefined ? undefined : routes[route.parentId]
}
