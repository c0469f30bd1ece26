import { amountTemplate, formatAmount } from '#machines/money/amount.rules.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import {
  OfficeBalance,
  OfficeBalanceLabel,
  OfficeFace,
  OfficeNumber,
  OfficePlayer,
} from '../../page/office/OfficeParts.tsx'
import { usePlayer } from '../../page/player.tsx'

/** Who is signed in, and the balance of the active account. */
export function PlayerCard() {
  const { site, visitor } = useApp()
  const t = useText()
  const { player } = usePlayer()
  if (!player) return null
  const { global } = site.config
  const currency = global.currencies[player.currency]
  const template = amountTemplate(global, player.currency)
  return (
    <OfficePlayer>
      <OfficeFace>
        <Icon name="user" size={24} />
      </OfficeFace>
      <OfficeNumber>{t('office.account_number', { number: player.userId })}</OfficeNumber>
      {currency && (
        <OfficeBalance>
          <OfficeBalanceLabel>{t('office.balance')}</OfficeBalanceLabel>
          <bdi>{formatAmount(player.balanceMinor, currency, { ...visitor, template })}</bdi>
        </OfficeBalance>
      )}
    </OfficePlayer>
  )
}
