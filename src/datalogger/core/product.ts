/** The name of the product in texts of the datalogger. */
export const productName = 'Meridiana';
