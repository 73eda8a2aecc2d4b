import { expect, test } from 'vitest';
import { figuresOfDay } from '../support/figures';
import { isLong, longPatience } from '../support/long';

/*
 * A change of the code's structure changes no figure: one day of each plant, with every kind of fault and an administrator at work,
 * bit for bit. Whoever means to change a figure writes the new hashes with `npm run same-figures -- -u` and says why in the commit.
 */

test('small', longPatience, async () => {
  expect(await figuresOfDay('small')).toMatchInlineSnapshot(`
    {
      "alarms": "ca36c7c9a42ba9bb a7eb53a6f793743f",
      "archive": {
        "cci_day": "e3b0c44298fc1c14",
        "cci_fine": "e3b0c44298fc1c14",
        "cci_minute": "e3b0c44298fc1c14",
        "cci_quarter": "e3b0c44298fc1c14",
        "clock_step": "e3b0c44298fc1c14",
        "contatori_day": "7b0c309b8a877afb",
        "contatori_minute": "8e6a635877454d66",
        "contatori_quarter": "cdec3d0735d4f060",
        "days_zone": "5369ff6f3d10b790",
        "di_day": "bda21bdf14f8c396",
        "di_minute": "762f0627ea6368d8",
        "di_quarter": "553bbec56d87dd5e",
        "impianto_day": "ecdcf6d05b78ae3d",
        "impianto_minute": "a3ef8af5425d743d",
        "impianto_quarter": "d5ad1e637781beae",
        "inverter_day": "ebb8ce6d6a2be62f",
        "inverter_minute": "d6bb9af404369944",
        "inverter_quarter": "bb2e7f59285ac7a4",
        "layout": "94a7ad9f2bf4ae79",
        "sensori_day": "c3dcc2f2c9c35ed7",
        "sensori_minute": "8888e17effd45a2a",
        "sensori_quarter": "ee27e3bc33946292",
        "spi_day": "a62d44f6b5976829",
        "spi_fine": "435aa12a03c49838",
        "spi_minute": "3deeb6267ee6f4d1",
        "spi_quarter": "54bff204a1c7d005",
        "stand": "bb79824e6016fc9f",
        "stringhe_day": "32ed4c8f966e122a",
        "stringhe_minute": "606eaaf2586fe002",
        "stringhe_quarter": "513dca53c933d916",
        "tracker_day": "e3b0c44298fc1c14",
        "tracker_minute": "e3b0c44298fc1c14",
        "tracker_quarter": "e3b0c44298fc1c14",
      },
      "live": {
        "cci": "396abc268939cac9",
        "contatori": "ebf456b52bff831a",
        "di": "e0360c4aa156ffc0",
        "impianto": "7515f8b7432041ed",
        "inverter": "d8d6b153c6a0cd4e",
        "mppt": "2efd5d6d2fb2d733",
        "sensori": "50bdd6292746cc0d",
        "spi": "3fdf2d5a130a4ee0",
        "stringhe": "6691cdc19896149a",
        "tracker": "84a855c8b5229c3c",
      },
    }
  `);
});

test('medium', longPatience, async () => {
  expect(await figuresOfDay('medium')).toMatchInlineSnapshot(`
    {
      "alarms": "96b92f580a442d5b 6e3c985520e11797",
      "archive": {
        "cci_day": "3d7e9e46e5ece6d3",
        "cci_fine": "16cfe0ed1476ad3b",
        "cci_minute": "2e884dd47fd7cc65",
        "cci_quarter": "2f5b9e60bf9e316d",
        "clock_step": "e3b0c44298fc1c14",
        "contatori_day": "505ff58d89c9f814",
        "contatori_minute": "d48df9f3553343f2",
        "contatori_quarter": "aa2b9698bda00333",
        "days_zone": "5369ff6f3d10b790",
        "di_day": "45f4982948837089",
        "di_minute": "74be46eab1dcbaae",
        "di_quarter": "3f60aa8efd5ba2ef",
        "impianto_day": "7ac1ced91d99fe1c",
        "impianto_minute": "41a263ff8e02bdb6",
        "impianto_quarter": "ffbdcec4a704bade",
        "inverter_day": "1c809284e9a24f32",
        "inverter_minute": "d66fcf43e27347d1",
        "inverter_quarter": "f0cb38f24d1c675d",
        "layout": "8d453d4d2540344b",
        "sensori_day": "2c16461d15cd4341",
        "sensori_minute": "2bae95c6958dd92c",
        "sensori_quarter": "68e01b21f1218520",
        "spi_day": "93f0694cc6fd078b",
        "spi_fine": "979dfc00d586504e",
        "spi_minute": "d657f8b3b5daa383",
        "spi_quarter": "70d36b3f02125b48",
        "stand": "39ebd6b70de936bb",
        "stringhe_day": "f7fbf9fea0063b5d",
        "stringhe_minute": "e2b521a7720a0782",
        "stringhe_quarter": "cee544bf7d8016df",
        "tracker_day": "2e4716cdcd98dec8",
        "tracker_minute": "f37a1cf072269617",
        "tracker_quarter": "67a19cff16ee4748",
      },
      "live": {
        "cci": "329feeb63bc0aad6",
        "contatori": "a7b4f9fbad907093",
        "di": "b4bbd374bf2da453",
        "impianto": "b9aaeca1335567bc",
        "inverter": "69dfdeaaacaeb869",
        "mppt": "0c85bdbe815dca9e",
        "sensori": "f62aeb00d7cde170",
        "spi": "eca92c821b97799f",
        "stringhe": "fd6a9b71fad703ed",
        "tracker": "64bbc7b133ef6a6a",
      },
    }
  `);
});

test.runIf(isLong)('large', longPatience, async () => {
  expect(await figuresOfDay('large')).toMatchInlineSnapshot(`
    {
      "alarms": "dd95b93c67b537ef c3b66765d830d4e7",
      "archive": {
        "contatori_day": "eb3c1910e3f5ede9",
        "contatori_minute": "31616f0be831e093",
        "contatori_quarter": "9bee670aa0b0a88d",
        "impianto_day": "04d8ef4434c40c6f",
        "impianto_minute": "c646d5ad59f06005",
        "impianto_quarter": "2c2d14854ed59f34",
        "inverter_day": "491760b35b0e6330",
        "inverter_minute": "e0f27fc2e83d3d87",
        "inverter_quarter": "4560df66e925b710",
        "layout": "b13c9d5d8ee756d5",
        "sensori_day": "906405a341d9b9ba",
        "sensori_minute": "6ff5eca33744aeea",
        "sensori_quarter": "6110ba533002532f",
        "stand": "1590759fdb3fbfc6",
        "stringhe_day": "ddee9058c0b36fef",
        "stringhe_minute": "48eded5663153f7d",
        "stringhe_quarter": "e1ae4b48ba975a95",
        "tracker_day": "6f7cef019e01bd12",
        "tracker_minute": "721fd63f4836bd62",
        "tracker_quarter": "4c6795634969efc4",
      },
      "live": {
        "cci": "2788be44daa1f892",
        "contatori": "341c6953ae61fbdb",
        "di": "3fed6ed9b71fd106",
        "impianto": "b05ccb16565d5bc7",
        "inverter": "f5b41c37f971728b",
        "mppt": "f0b86c02f35c8cf2",
        "sensori": "cf0f8806fe6104c0",
        "spi": "089150e0c15fb7df",
        "stringhe": "b85e11281d8a09d0",
        "tracker": "0c74256a6f4c6086",
      },
    }
  `);
});

test.runIf(isLong)('xl', longPatience, async () => {
  expect(await figuresOfDay('xl')).toMatchInlineSnapshot(`
    {
      "alarms": "06f9a6b5d70534e2 6f5f0afb7e20ec98",
      "archive": {
        "contatori_day": "436de766d92975ba",
        "contatori_minute": "b5a570253187a830",
        "contatori_quarter": "e67665b15128e8da",
        "impianto_day": "e3e7d490daafc13e",
        "impianto_minute": "6885b4fffd949ee3",
        "impianto_quarter": "d3935a730e166823",
        "inverter_day": "46cfa096e14be72d",
        "inverter_minute": "f22b86f730a4a5bb",
        "inverter_quarter": "344a6434cb849345",
        "layout": "a0a7870bd585d59d",
        "sensori_day": "2527f97c78e5b7ce",
        "sensori_minute": "11326b38f1141186",
        "sensori_quarter": "96edcacef6a4d2c9",
        "stand": "a4b788105ea5d283",
        "stringhe_day": "64718644b9c2c202",
        "stringhe_minute": "3ad5d7b9efba4357",
        "stringhe_quarter": "8b43df932a6d672e",
        "tracker_day": "098659ace02fb898",
        "tracker_minute": "4db6b3ce9f42c9e6",
        "tracker_quarter": "db9c606803df4078",
      },
      "live": {
        "cci": "dd509e528f4f4e8b",
        "contatori": "59fdf41b21514c92",
        "di": "dc1de92c4376ece0",
        "impianto": "0c3176622b02d52d",
        "inverter": "ed38f75ee9972b34",
        "mppt": "c62766bb2641a5b3",
        "sensori": "58f7726f6d9125b8",
        "spi": "b6eeab82ff92bd96",
        "stringhe": "204187cf44f022dd",
        "tracker": "409ea9096f685a0c",
      },
    }
  `);
});
