import {
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  Outlet,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import type { ReactNode } from 'react'
import { AccountHeader } from '../../workspace/account/account-header.tsx'
import { useSuggestions } from '../../shop/site/site-search.tsx'
import { loadCall, serverApi } from '../../platform/client/server-api.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { SITE_SETTING_KEYS, setting, type SiteSettings } from '../../core/settings/contract.ts'
import { type Site, SiteProvider } from '../../core/settings/site.tsx'
import { SiteFooter } from '../../ui/shell/site-footer.tsx'
import { SiteSidebar } from '../../ui/shell/site-sidebar.tsx'
import { ErrorState, NeedsScript, NotFoundState, ProblemPlace } from '../../ui/feedback/states.tsx'
import { SiteQr } from './site-qr.tsx'

export async function loader({ context }: LoaderFunctionArgs): Promise<{ site: Site }> {
  const all = await loadCall(context, setting, {})
  const site: Site = {
    settings: Object.fromEntries(SITE_SETTING_KEYS.map((key) => [key, all[key]])) as SiteSettings,
    publicUrl: context.get(serverApi).publicUrl,
    year: Number(shanghaiDate(new Date()).slice(0, 4)),
  }
  return { site }
}

/** Settings change rarely, so a client navigation does not load them again. */
export const shouldRevalidate = () => false

export default function SiteLayout() {
  const { site } = useLoaderData<typeof loader>()
  return (
    <SiteFrame site={site}>
      <Outlet />
    </SiteFrame>
  )
}

/** Shows errors of pages inside the frame of the site, so that navigation stays available. */
export function ErrorBoundary() {
  const site = useRouteLoaderData<typeof loader>('layouts/site-layout')?.site
  const error = useRouteError()
  const missing = isRouteErrorResponse(error) && error.status === 404
  const isMember = useLocation().pathname.startsWith('/member/')
  return (
    <SiteFrame site={site}>
      <title>{missing ? '没有找到这个页面' : '页面暂时无法显示'}</title>
      <div className="page">
        <h1 className="visually-hidden">{missing ? '没有找到这个页面' : '页面暂时无法显示'}</h1>
        {missing ? (
          <NotFoundState
            action={isMember ? { label: '回到会员中心', to: '/member' } : { label: '查看全部服务项目', to: '/project' }}
          />
        ) : (
          <ErrorState
            title="页面暂时无法显示"
            onRetry={() => window.location.reload()}
            hotline={site?.settings.localInfo.phone}
          >
            请稍后重试。您的订单与数据不受影响。
            <ProblemPlace />
          </ErrorState>
        )}
      </div>
    </SiteFrame>
  )
}

function SiteFrame({ site, children }: { site: Site | undefined; children: ReactNode }) {
  const search = useSuggestions()
  const settings = site?.settings
  const ownArea = isOwnArea(useLocation().pathname)
  return (
    <SiteProvider site={site}>
      <a className="skip-link" href="#main">
        跳到正文
      </a>
      <AccountHeader siteName={settings?.siteName ?? '明析科测'} search={search} services={settings?.services} />
      <NeedsScript phone={settings?.localInfo.phone} />
      {/* Own data arrives after the page: the footer stays out of sight, so that it does not jump. */}
      <main id="main" tabIndex={-1} style={ownArea ? { minHeight: '100svh' } : undefined}>
        {children}
      </main>
      {settings && <SiteEnd site={site} />}
    </SiteProvider>
  )
}

/** The pages with the person's own data. */
function isOwnArea(pathname: string): boolean {
  return /^\/(member|experiment)\//.test(pathname)
}

function SiteEnd({ site: { settings, year } }: { site: Site }) {
  const { pathname } = useLocation()
  const { localInfo, workingHours, icp, businessLicense, qrCodes, siteName } = settings
  return (
    <>
      <SiteSidebar
        inFlow={isOwnArea(pathname)}
        phone={localInfo.phone}
        hours={workingHours}
        qr={
          qrCodes.length > 0 &&
          qrCodes.map(({ label, content }) => <SiteQr key={label} label={label} content={content} />)
        }
      />
      <SiteFooter
        siteName={siteName}
        address={localInfo.address}
        phone={localInfo.phone}
        email={localInfo.email}
        hours={workingHours}
        icpNumber={icp.number || undefined}
        policeRecord={icp.police ? { text: icp.police, code: icp.police.replace(/\D/g, '') } : undefined}
        license={businessLicense.number ? businessLicense : undefined}
        year={year}
      />
    </>
  )
}
