import { useSite } from '../../../core/settings/site.tsx'
import css from './print-guide.module.css'
import { workingDays } from '../../../core/settings/opening-hours/days-rules.ts'

/**
 * The printed part of the page besides the table of requirements: packing, address, contact. The QR code holds the page's address;
 * as a lazy image it is fetched only when the page is printed.
 */
export function PrintGuide({ rid, days }: { rid: number; days: string }) {
  const site = useSite()
  if (!site) return null
  const { siteName, localInfo, labAddress, workingHours } = site.settings
  return (
    <section className={css.guide} aria-label="送样单页">
      <div>
        <h2>包装与寄送</h2>
        <ol>
          <li>每份样品单独密封，贴上订单里打印的标签；没有标签时手写订单号与样品编号。</li>
          <li>液体拧紧后用封口膜缠好，直立放入第二层密封袋；薄膜、块体用样品盒固定，标明测试面。</li>
          <li>怕潮、怕光、怕空气或有毒易燃的样品先致电说明，袋外注明。</li>
          {localInfo.express && <li>{localInfo.express}。</li>}
        </ol>
        {labAddress.address && (
          <>
            <h2>寄到</h2>
            <p>
              {`${labAddress.receiver}　${labAddress.phone}`}
              <br />
              {[labAddress.address, labAddress.postcode && `邮编 ${labAddress.postcode}`].filter(Boolean).join('　')}
            </p>
          </>
        )}
        <h2>咨询</h2>
        <p>{[siteName, localInfo.phone, localInfo.email, workingHours].filter(Boolean).join('　')}</p>
        <p>{`收样后 ${workingDays(days)}出数据。`}</p>
      </div>
      <figure>
        <img src={`/files/detail-qr/${rid}.svg`} alt="本页二维码" width={112} height={112} loading="lazy" />
        <figcaption>扫码看参数与价格</figcaption>
      </figure>
    </section>
  )
}
