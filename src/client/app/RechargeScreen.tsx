import { depositScreen } from '../payments/DepositPage.tsx'
import { DepositBonus, loadDepositChoices } from '../promo/awards/DepositBonus.tsx'

/** The deposit with the bonus that comes with it. */
export const { Screen, loadScreen } = depositScreen({ load: loadDepositChoices, Part: DepositBonus })
