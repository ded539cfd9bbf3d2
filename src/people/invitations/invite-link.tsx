import { type ReactNode } from 'react'
import { CopyButton } from '../../ui/inputs/copy-button.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { QrCode } from '../../ui/text/qr-code.tsx'
import css from './invite-link.module.css'

/** The link of an inviter or promoter with its QR code; `path` is completed with the address of this site. */
export function InviteLink({ code, path, children }: { code: string; path: string; children?: ReactNode }) {
  const link = window.location.origin + path
  return (
    <div className={css.share}>
      <QrCode text={link} label={`邀请链接 ${link} 的二维码，扫码注册`} size={160} />
      <div className="stack">
        <DescriptionList
          single
          items={[
            { term: '邀请码', value: <span className="num">{code}</span> },
            { term: '链接', value: <span className={`num ${css.link}`}>{link}</span> },
          ]}
        />
        <div className="cluster">
          <CopyButton text={link} variant="secondary" size="m">
            复制链接
          </CopyButton>
          {children}
        </div>
      </div>
    </div>
  )
}
