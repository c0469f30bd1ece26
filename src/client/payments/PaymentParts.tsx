import { restyled, styled } from '#renderers/site/styled.tsx'
import { Panel } from '../page/office/OfficeParts.tsx'
import styles from './payments.module.css'

/** An element in the class `heading` of payments.module.css. */
export const PaymentHeading = styled('h2', styles.heading)

/** An element in the class `line` of payments.module.css. */
export const PaymentLine = styled('li', styles.line)

/** An element in the class `lines` of payments.module.css. */
export const PaymentLines = styled('ol', styles.lines)

/** An element in the class `receiptHead` of payments.module.css. */
export const PaymentReceiptHead = styled('header', styles.receiptHead)

/** An element in the class `rows` of payments.module.css. */
export const PaymentRows = styled('ul', styles.rows)

/** An element in the class `text` of payments.module.css. */
export const PaymentText = styled('p', styles.text)

/** An element in the class `when` of payments.module.css. */
export const PaymentWhen = styled('time', styles.when)

/** A form of the cashier on a panel. */
export const PaymentPanelForm = restyled(Panel, styles.form)

/** A talk with a consultant. */
export const PaymentTalk = restyled(Panel, styles.talk)
