import { Field } from '../form/Field';
import type { Form } from '../form/use-form';
import { t } from '../i18n/translate';
import type { WordKey } from '../i18n/words';

interface Props {
  readonly form: Form;
  readonly groups: readonly { readonly title: WordKey; readonly fields: readonly string[] }[];
  readonly isShown?: (path: string) => boolean;
}

/** The fieldsets of a form; one without a field to show is not drawn. */
export function FieldGroups({ form, groups, isShown = () => true }: Props) {
  return groups.map(({ title, fields }) => {
    const shown = fields.filter(path => form.factsOf(path) && isShown(path));
    return (
      shown.length > 0 && (
        <fieldset key={title}>
          {groups.length > 1 && <legend>{t(title)}</legend>}
          <div className="g2 t">
            {shown.map(path => (
              <Field key={path} form={form} path={path} />
            ))}
          </div>
        </fieldset>
      )
    );
  });
}
