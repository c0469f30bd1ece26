import { Icon } from '../Icon.tsx'
import { useLink } from '../link.tsx'
import styles from './ContactList.module.css'

/** One way to reach somebody. */
export interface Contact {
  readonly id: string
  /** What it is for, e.g. "Support"; empty where nothing is said. */
  readonly label: string
  /** The number, the address or the page as it is written. */
  readonly value: string
  readonly to: string
  readonly icon: string
}

/** Contacts of one kind. */
export interface ContactGroup {
  readonly id: string
  readonly title: string
  readonly contacts: readonly Contact[]
}

/** Props of {@link ContactList}. */
export interface ContactListProps {
  readonly groups: readonly ContactGroup[]
}

/** The ways to reach the brand, those of a kind together; a kind without any is left out. */
export function ContactList({ groups }: ContactListProps) {
  const Link = useLink()
  const shown = groups.filter(({ contacts }) => contacts.length > 0)
  if (shown.length === 0) return null
  return (
    <div className={styles.groups}>
      {shown.map(({ id, title, contacts }) => (
        <section key={id} className={styles.group} aria-labelledby={`contacts-${id}`}>
          <h2 id={`contacts-${id}`} className={styles.title}>
            {title}
          </h2>
          <ul>
            {contacts.map((contact) => (
              <li key={contact.id}>
                <Link to={contact.to} className={styles.contact}>
                  <Icon name={contact.icon} size={20} />
                  <span className={styles.words}>
                    {contact.label && <span className={styles.label}>{contact.label}</span>}
                    <bdi dir="ltr" className={styles.value}>
                      {contact.value}
                    </bdi>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
