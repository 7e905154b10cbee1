export const oldest = '1000_schema';

/** Finds the emails with a letter that is withdrawn. */
export const index = {
  create: 'mails_by_document',
  on: 'mails (document_id) where document_id is not null',
};
